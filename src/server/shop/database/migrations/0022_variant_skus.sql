-- outside of transactions
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "product_variants_sku_key" ON "product_variants" USING btree (lower("sku")) WHERE "product_variants"."sku" is not null;--> statement-breakpoint
-- contract: the index above does what it did, and it was in no release.
DROP INDEX CONCURRENTLY IF EXISTS "product_variants_sku";
