-- Bookings and fixed contracts of a group: priced at the plan's group prices. A member has a card and is no group.

ALTER TABLE booking_order
  ADD COLUMN as_group boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT booking_order_group CHECK (NOT as_group OR member_id IS NULL);
ALTER TABLE fixed_contract
  ADD COLUMN as_group boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT fixed_contract_group CHECK (NOT as_group OR member_id IS NULL);
