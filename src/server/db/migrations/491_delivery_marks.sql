-- What an order of goods is marked with, what is made for its customer, and how it was sent: registered, insured.
ALTER TABLE delivery
  ADD COLUMN flags text[] NOT NULL DEFAULT '{}',
  ADD COLUMN customize text NOT NULL DEFAULT '',
  ADD COLUMN registered boolean NOT NULL DEFAULT false,
  ADD COLUMN insured boolean NOT NULL DEFAULT false;
