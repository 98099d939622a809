-- Sales are searched by who sold.
CREATE INDEX sale_operator ON sale (venue_id, operator);
