DROP INDEX "order_requests_open";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "withdrawal_exception" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "withdrawal_exception" text;--> statement-breakpoint
ALTER TABLE "order_requests" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "order_requests" ADD COLUMN "is_late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_requests" ADD COLUMN "refund_by" date;--> statement-breakpoint
CREATE INDEX "order_requests_waiting" ON "order_requests" USING btree ("order_id") WHERE "order_requests"."status" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "order_requests_open" ON "order_requests" USING btree ("order_id") WHERE "order_requests"."status" = 'open' and "order_requests"."kind" <> 'withdraw';--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_withdrawal_exception", ADD CONSTRAINT "products_withdrawal_exception" CHECK ("products"."withdrawal_exception" in ('made_to_measure', 'perishable', 'sealed', 'digital')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_withdrawal_exception";--> statement-breakpoint
ALTER TABLE "order_requests" DROP CONSTRAINT IF EXISTS "order_requests_kind", ADD CONSTRAINT "order_requests_kind" CHECK ("order_requests"."kind" in ('cancel', 'return', 'withdraw')) NOT VALID;--> statement-breakpoint
ALTER TABLE "order_requests" VALIDATE CONSTRAINT "order_requests_kind";