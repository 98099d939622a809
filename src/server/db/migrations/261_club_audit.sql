-- Why a club was refused or suspended, as for all that is audited.
ALTER TABLE club ADD COLUMN audit_reason text NOT NULL DEFAULT '';
