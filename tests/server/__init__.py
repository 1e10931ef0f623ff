"""The server, through real sockets and a real database."""
