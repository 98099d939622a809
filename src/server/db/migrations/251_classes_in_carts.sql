-- A cart sells places in classes; how such a place was paid is said by the payments of the cart.
ALTER TABLE sale_item DROP CONSTRAINT sale_item_kind_check,
  ADD CONSTRAINT sale_item_kind_check CHECK (kind IN ('card', 'recharge', 'session', 'class', 'order', 'deposit'));
ALTER TABLE coach_booking DROP CONSTRAINT coach_booking_pay_by_check,
  ADD CONSTRAINT coach_booking_pay_by_check CHECK (pay_by IN ('WeChat', 'Alipay', 'Cash', 'BankCard', 'Balance', 'Card', 'till'));
