-- outside of transactions
CREATE TABLE IF NOT EXISTS "collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"slug" text NOT NULL,
	"text" text NOT NULL,
	"image_id" text,
	"image_alt" text NOT NULL,
	"is_published" boolean NOT NULL,
	"sort" text NOT NULL,
	"rule" jsonb,
	"product_ids" uuid[] NOT NULL,
	"seo_title" text NOT NULL,
	"seo_description" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "collections_slug_unique" UNIQUE("slug"),
	CONSTRAINT "collections_sort" CHECK ("collections"."sort" in ('manual', 'newest', 'price-up', 'price-down', 'name')),
	CONSTRAINT "collections_manual_sort" CHECK ("collections"."sort" <> 'manual' or "collections"."rule" is null)
);
--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN IF NOT EXISTS "pinned_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "collections_title" ON "collections" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "collections_image" ON "collections" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_on_sale" ON "products" USING btree ("price_cents","id","category_id") WHERE "products"."status" = 'active' and "products"."compare_at_cents" > "products"."price_cents";