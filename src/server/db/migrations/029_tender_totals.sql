-- Totals of the venue's tenders over any stretch of time from the index alone: a report over a million sales reads no table.
DROP INDEX posting_tender;
CREATE INDEX posting_tender ON posting (venue_id, posted_at DESC, tx_id DESC, seq DESC) INCLUDE (account, amount)
  WHERE account IN ('tender.cash', 'tender.bank_card', 'tender.wechat', 'tender.alipay', 'tender.online', 'tender.transfer', 'tender.other');
