-- outside of transactions
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "withdrawal_exception" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN IF NOT EXISTS "withdrawal_exception" text;--> statement-breakpoint
ALTER TABLE "order_requests" ADD COLUMN IF NOT EXISTS "name" text;--> statement-breakpoint
ALTER TABLE "order_requests" ADD COLUMN IF NOT EXISTS "is_late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_requests" ADD COLUMN IF NOT EXISTS "refund_by" date;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_requests_waiting" ON "order_requests" USING btree ("order_id") WHERE "order_requests"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "order_requests_one_open" ON "order_requests" USING btree ("order_id") WHERE "order_requests"."status" = 'open' and "order_requests"."kind" <> 'withdraw';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_requests_open";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_withdrawal_exception", ADD CONSTRAINT "products_withdrawal_exception" CHECK ("products"."withdrawal_exception" in ('made_to_measure', 'perishable', 'sealed', 'digital')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_withdrawal_exception";--> statement-breakpoint
ALTER TABLE "order_requests" DROP CONSTRAINT IF EXISTS "order_requests_kind", ADD CONSTRAINT "order_requests_kind" CHECK ("order_requests"."kind" in ('cancel', 'return', 'withdraw')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_requests" VALIDATE CONSTRAINT "order_requests_kind";
