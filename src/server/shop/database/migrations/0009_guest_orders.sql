-- outside of transactions
-- An order belongs to an account or was made by a guest, or both: a guest's that was added to an account later.
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "guest_email" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "guest_name" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "guest_network" text;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT IF EXISTS "orders_buyer", ADD CONSTRAINT "orders_buyer" CHECK ("orders"."user_id" is not null or "orders"."guest_email" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_buyer";--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT IF EXISTS "orders_guest", ADD CONSTRAINT "orders_guest" CHECK (("orders"."guest_email" is null) = ("orders"."guest_name" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_guest";--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_guest_search" ON "orders" USING gin (lower("guest_name" || E'\n' || "guest_email") gin_trgm_ops) WITH (fastupdate=false) WHERE "orders"."guest_email" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_guest_email" ON "orders" USING btree (lower("guest_email")) WHERE "orders"."user_id" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_guest_network" ON "orders" USING btree ("guest_network","created_at" DESC NULLS LAST) WHERE "orders"."guest_network" is not null and "orders"."status" in ('pending', 'cancelled', 'expired');
