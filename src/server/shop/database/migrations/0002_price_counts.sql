-- Filled anew by functions/rebuild_price_counts.sql. Until then a change of products fails, since the triggers of before know no buckets.
TRUNCATE "price_counts";--> statement-breakpoint
ALTER TABLE "price_counts" DROP CONSTRAINT "price_counts_category_id_categories_id_fk";
--> statement-breakpoint
ALTER TABLE "price_counts" DROP CONSTRAINT "price_counts_category_id_price_cents_pk";--> statement-breakpoint
ALTER TABLE "price_counts" ADD COLUMN "is_bucket" boolean NOT NULL;--> statement-breakpoint
CREATE INDEX "price_counts_price" ON "price_counts" USING btree ("is_bucket","price_cents","category_id","count");
