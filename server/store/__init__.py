"""What is kept on disk: the log of every stream, people, the server's key."""
