-- outside of transactions
ALTER TABLE "product_variants" ADD COLUMN IF NOT EXISTS "stock_policy" jsonb;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN IF NOT EXISTS "on_hand" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "stock_policy" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "on_hand" integer;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN IF NOT EXISTS "sold_by" jsonb;--> statement-breakpoint
ALTER TABLE "product_variants" DROP CONSTRAINT IF EXISTS "product_variants_stock_policy", ADD CONSTRAINT "product_variants_stock_policy" CHECK (case when "product_variants"."on_hand" is null then "product_variants"."stock_policy" is null else "product_variants"."quantity" = case
    when "product_variants"."stock_policy" is null then 0
    when "product_variants"."stock_policy" ->> 'limit' is null then 1000000
    else greatest(0, least(1000000, "product_variants"."on_hand" + ("product_variants"."stock_policy" ->> 'limit')::int)) end end) NOT VALID;--> statement-breakpoint
ALTER TABLE "product_variants" VALIDATE CONSTRAINT "product_variants_stock_policy";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_stock_policy", ADD CONSTRAINT "products_stock_policy" CHECK (case when "products"."on_hand" is null then "products"."stock_policy" is null else "products"."quantity" = case
    when "products"."stock_policy" is null then 0
    when "products"."stock_policy" ->> 'limit' is null then 1000000
    else greatest(0, least(1000000, "products"."on_hand" + ("products"."stock_policy" ->> 'limit')::int)) end end) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_stock_policy";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_variants_below_zero" ON "product_variants" USING btree ("product_id") WHERE "product_variants"."on_hand" < 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "product_variants_preorder" ON "product_variants" USING btree (("stock_policy" ->> 'shipsOn')) WHERE "product_variants"."stock_policy" ->> 'shipsOn' is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_below_zero" ON "products" USING btree ("id") WHERE "products"."on_hand" < 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_preorder" ON "products" USING btree (("stock_policy" ->> 'shipsOn')) WHERE "products"."stock_policy" ->> 'shipsOn' is not null;
