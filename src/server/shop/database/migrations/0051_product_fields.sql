-- outside of transactions
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "publish_from" timestamp (3) with time zone, ADD COLUMN IF NOT EXISTS "publish_until" timestamp (3) with time zone,
  ADD COLUMN IF NOT EXISTS "barcode" text, ADD COLUMN IF NOT EXISTS "condition" text,
  ADD COLUMN IF NOT EXISTS "seo_title" text, ADD COLUMN IF NOT EXISTS "seo_description" text;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN IF NOT EXISTS "barcode" text;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_publish_from" ON "products" USING btree ("publish_from") WHERE "products"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_publish_until" ON "products" USING btree ("publish_until") WHERE "products"."status" = 'active' and "products"."publish_until" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_barcode" ON "products" USING btree (lpad("barcode", 14, '0')) WHERE "products"."barcode" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_variants_barcode" ON "product_variants" USING btree (lpad("barcode", 14, '0')) WHERE "product_variants"."barcode" is not null;--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_status", ADD CONSTRAINT "products_status" CHECK ("products"."status" in ('draft', 'active', 'archived', 'scheduled', 'ended')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_status";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_condition", ADD CONSTRAINT "products_condition" CHECK ("products"."condition" in ('new', 'refurbished', 'used')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_condition";
