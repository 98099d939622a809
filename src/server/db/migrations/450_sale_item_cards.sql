-- The package cards that paid for an item of a sale instead of money, as its receipt shows them.
ALTER TABLE sale_item ADD COLUMN cards jsonb NOT NULL DEFAULT '[]';
