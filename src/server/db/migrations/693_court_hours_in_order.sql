-- Each half of the view comes in the order of its days, which an index has: a page of the list merges the two instead of sorting all rows.
CREATE OR REPLACE VIEW court_hour WITH (security_invoker = true) AS
(SELECT * FROM place_hour ORDER BY day DESC) UNION ALL (SELECT * FROM session_hour ORDER BY day DESC);
