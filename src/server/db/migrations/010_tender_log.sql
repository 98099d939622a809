-- The log of the venue's own money: movements of its tenders, newest first.
CREATE INDEX posting_tender ON posting (venue_id, posted_at DESC, tx_id DESC, seq DESC)
  WHERE account IN ('tender.cash', 'tender.bank_card', 'tender.wechat', 'tender.alipay', 'tender.online', 'tender.transfer', 'tender.other');
