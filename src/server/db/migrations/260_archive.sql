-- An export says which migrations its tables were made by.
GRANT SELECT ON schema_migration TO venue_app;
