"""Embeddings in and out, old payloads brought up to date, backups of the data folder."""
