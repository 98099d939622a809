-- Customers see a venue's pages below /mini only once the venue has published them.
ALTER TABLE venue ADD COLUMN public_page boolean NOT NULL DEFAULT false;
