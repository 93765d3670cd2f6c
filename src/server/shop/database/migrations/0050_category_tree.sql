-- outside of transactions
CREATE TABLE IF NOT EXISTS "category_combinations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"category_id" uuid NOT NULL,
	"further_ids" uuid[] NOT NULL
);--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN IF NOT EXISTS "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN IF NOT EXISTS "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "further_category_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "category_combinations" DROP CONSTRAINT IF EXISTS "category_combinations_category_id_categories_id_fk", ADD CONSTRAINT "category_combinations_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" DROP CONSTRAINT IF EXISTS "categories_parent_id_categories_id_fk", ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "categories" VALIDATE CONSTRAINT "categories_parent_id_categories_id_fk";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "categories_sibling_name_key" ON "categories" USING btree (coalesce("parent_id", '00000000-0000-0000-0000-000000000000'::uuid),lower("name"));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "categories_parent" ON "categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_further_newest" ON "products" USING btree ("created_at" DESC NULLS LAST,"id","price_cents","category_id","further_category_ids") WHERE "products"."status" = 'active' and "products"."further_category_ids" <> '{}';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_further_price" ON "products" USING btree ("price_cents","id","category_id","further_category_ids") WHERE "products"."status" = 'active' and "products"."further_category_ids" <> '{}';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_further_name" ON "products" USING btree ("sort_name","id","price_cents","category_id","further_category_ids") WHERE "products"."status" = 'active' and "products"."further_category_ids" <> '{}';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_further" ON "products" USING gin ("further_category_ids") WITH (fastupdate=false) WHERE "products"."further_category_ids" <> '{}';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "categories_name_key";
