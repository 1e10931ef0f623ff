"""Tables, tournaments and contests: pure, importing only `game`; time and chance are arguments."""
