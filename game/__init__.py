"""The rules of the games: pure, and importing nothing else of ours."""
