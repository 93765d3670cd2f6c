-- outside of transactions
CREATE TABLE IF NOT EXISTS "manual_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"status" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"received_cents" bigint DEFAULT 0 NOT NULL,
	"currency" text NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "manual_sessions_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "manual_sessions_status" CHECK ("manual_sessions"."status" in ('open', 'paid', 'ended')),
	CONSTRAINT "manual_sessions_received" CHECK ("manual_sessions"."received_cents" between 0 and "manual_sessions"."amount_cents"),
	CONSTRAINT "manual_sessions_paid" CHECK (("manual_sessions"."status" = 'paid') = ("manual_sessions"."received_cents" = "manual_sessions"."amount_cents"))
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "manual_receipts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"is_extra" boolean DEFAULT false NOT NULL,
	"key" text,
	"received_on" date,
	"note" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "manual_receipts_key_unique" UNIQUE("key"),
	CONSTRAINT "manual_receipts_session_id_manual_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."manual_sessions"("id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "manual_receipts_amount" CHECK ("manual_receipts"."amount_cents" > 0)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "manual_refunds" (
	"key" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "manual_refunds_amount" CHECK ("manual_refunds"."amount_cents" > 0)
);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "fee_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "payment_method" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "manual_receipts_session" ON "manual_receipts" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "manual_refunds_payment" ON "manual_refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_numbered" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id") WHERE "orders"."number" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_checkouts" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id") WHERE "orders"."number" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_to_pay" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id") WHERE ("orders"."number" is not null and "orders"."paid_at" is null and "orders"."status" in ('pending', 'shipped', 'delivered'));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_placed";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_unpaid";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT IF EXISTS "orders_numbered", ADD CONSTRAINT "orders_numbered" CHECK ("orders"."number" is not null or "orders"."status" in ('pending', 'cancelled', 'expired')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_numbered";