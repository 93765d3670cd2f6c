-- outside of transactions
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "compare_at_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "sku" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "weight_grams" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "status" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_listed_newest" ON "products" USING btree ("created_at" DESC NULLS LAST,"id","price_cents","category_id") WHERE "products"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_listed_price" ON "products" USING btree ("price_cents","id","category_id") WHERE "products"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_listed_name" ON "products" USING btree ("sort_name","id","price_cents","category_id") WHERE "products"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_listed_category_newest" ON "products" USING btree ("category_id","created_at" DESC NULLS LAST,"id","price_cents") WHERE "products"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_listed_category_price" ON "products" USING btree ("category_id","price_cents","id") WHERE "products"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_listed_category_name" ON "products" USING btree ("category_id","sort_name","id","price_cents") WHERE "products"."status" = 'active';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_unlisted" ON "products" USING btree ("status","created_at" DESC NULLS LAST,"id") WHERE not ("products"."status" = 'active');--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "products_sku_key" ON "products" USING btree (lower("sku")) WHERE "products"."sku" is not null;--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_compare_at_cents", ADD CONSTRAINT "products_compare_at_cents" CHECK ("products"."compare_at_cents" between 1 and 99999999) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_compare_at_cents";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_weight_grams", ADD CONSTRAINT "products_weight_grams" CHECK ("products"."weight_grams" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_weight_grams";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_status", ADD CONSTRAINT "products_status" CHECK ("products"."status" in ('draft', 'active', 'archived')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_status";
