-- Uses that went back, by the day on which they did: for the marketing day report.
CREATE INDEX voucher_use_undone ON voucher_use (venue_id, undone_at) WHERE undone_at IS NOT NULL;
