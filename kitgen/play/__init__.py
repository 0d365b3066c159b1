"""What no game owns of playing: chance, the compiled mode, the runner, transcripts."""
