"""Forward migrations of the catalog's schema, by Alembic. A new revision goes with every change of `schema.py`; a test compares the two."""
