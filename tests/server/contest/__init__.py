"""Contests over a running server."""
