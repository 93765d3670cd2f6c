-- outside of transactions
CREATE TABLE IF NOT EXISTS "payment_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"provider_account" text NOT NULL,
	"user_id" uuid CONSTRAINT "payment_customers_user_id_users_id_fk" REFERENCES "public"."users"("id") ON DELETE set null,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "payment_customers_user" ON "payment_customers" USING btree ("user_id","provider_account");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payment_customers_erased" ON "payment_customers" USING btree ("id") WHERE "payment_customers"."user_id" is null;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "minimum_age" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN IF NOT EXISTS "minimum_age" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "customer_note" text, ADD COLUMN IF NOT EXISTS "gift_message" text, ADD COLUMN IF NOT EXISTS "confirmations" jsonb;--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_minimum_age", ADD CONSTRAINT "products_minimum_age" CHECK ("products"."minimum_age" ~ '^[1-9][0-9]?$') NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_minimum_age";
