-- outside of transactions
ALTER TABLE "sessions" ADD COLUMN IF NOT EXISTS "test_orders_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN IF NOT EXISTS "test_order_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" DROP CONSTRAINT IF EXISTS "emails_test_order_id_orders_id_fk", ADD CONSTRAINT "emails_test_order_id_orders_id_fk" FOREIGN KEY ("test_order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "emails" VALIDATE CONSTRAINT "emails_test_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT IF EXISTS "orders_test_order", ADD CONSTRAINT "orders_test_order" CHECK (not "orders"."is_test" or ("orders"."stock" = 'none' and "orders"."provider" in ('demo', 'none'))) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_test_order";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "emails_test_order" ON "emails" USING btree ("test_order_id") WHERE "emails"."test_order_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_test" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id") WHERE "orders"."is_test";
