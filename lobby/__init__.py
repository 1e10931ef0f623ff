"""Tables and who sits at them: pure, importing only `game`; time and chance are arguments."""
