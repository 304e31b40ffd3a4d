"""Reading what a question asks: tokens, vocabulary, signals, filters and amounts. One folder of data files per language."""
