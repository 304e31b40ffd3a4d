"""What the pages of the app share: the engine, the guard, tables, charts, the period chips and the routing panel."""
