-- outside of transactions
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "recipient" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "street" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "postcode" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "city" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "region" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "country" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_recipient_search" ON "orders" USING gin (lower("recipient") gin_trgm_ops) WITH (fastupdate=false) WHERE "orders"."recipient" is not null;