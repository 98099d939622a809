-- What was taken back before its delivery was sent is not sent: deliveries made up before returns took it out of them.
DELETE FROM delivery_item i USING delivery d, sale_line l WHERE d.venue_id = i.venue_id AND d.id = i.delivery_id AND d.state = 'waiting'
  AND l.venue_id = i.venue_id AND l.id = i.sale_line_id AND l.returned >= l.quantity;
UPDATE delivery_item i SET quantity = l.quantity - l.returned FROM delivery d, sale_line l WHERE d.venue_id = i.venue_id AND d.id = i.delivery_id
  AND d.state = 'waiting' AND l.venue_id = i.venue_id AND l.id = i.sale_line_id AND i.quantity > l.quantity - l.returned;
DELETE FROM delivery d WHERE d.state = 'waiting' AND NOT EXISTS (SELECT FROM delivery_item i WHERE i.venue_id = d.venue_id AND i.delivery_id = d.id);
