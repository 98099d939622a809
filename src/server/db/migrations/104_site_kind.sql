-- Every call carries the type of the site as `siteType`: a filter of that name took it for its own.
ALTER TABLE union_organization RENAME COLUMN site_type_id TO site_kind_id;
