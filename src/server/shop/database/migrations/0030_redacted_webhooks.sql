-- outside of transactions
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_events_subject" ON "webhook_events" USING btree ("subject_id");