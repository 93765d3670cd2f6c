-- outside of transactions
CREATE TABLE IF NOT EXISTS "brands" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"image_id" text,
	"image_alt" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "brands_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "brands_name_key" ON "brands" USING btree (lower("name"));--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN IF NOT EXISTS "cost_cents" integer, ADD COLUMN IF NOT EXISTS "contents" numeric(12, 3);--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "brand_id" uuid, ADD COLUMN IF NOT EXISTS "vendor" text,
  ADD COLUMN IF NOT EXISTS "tags" text[] DEFAULT '{}' NOT NULL, ADD COLUMN IF NOT EXISTS "cost_cents" integer,
  ADD COLUMN IF NOT EXISTS "country_of_origin" text, ADD COLUMN IF NOT EXISTS "hs_code" text,
  ADD COLUMN IF NOT EXISTS "contents" numeric(12, 3), ADD COLUMN IF NOT EXISTS "contents_unit" text,
  ADD COLUMN IF NOT EXISTS "price_contents" numeric(12, 3), ADD COLUMN IF NOT EXISTS "related_product_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN IF NOT EXISTS "cost_cents" integer;--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_brand_id_brands_id_fk", ADD CONSTRAINT "products_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "public"."brands"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_brand_id_brands_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_brand" ON "products" USING btree ("brand_id","created_at" DESC NULLS LAST,"id") WHERE "products"."brand_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_vendor" ON "products" USING btree (lower("vendor")) WHERE "products"."vendor" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_tags" ON "products" USING gin ("tags") WITH (fastupdate=false) WHERE "products"."tags" <> '{}';--> statement-breakpoint
ALTER TABLE "product_variants" DROP CONSTRAINT IF EXISTS "product_variants_cost_cents", ADD CONSTRAINT "product_variants_cost_cents" CHECK ("product_variants"."cost_cents" between 0 and 99999999) NOT VALID;--> statement-breakpoint
ALTER TABLE "product_variants" VALIDATE CONSTRAINT "product_variants_cost_cents";--> statement-breakpoint
ALTER TABLE "product_variants" DROP CONSTRAINT IF EXISTS "product_variants_contents", ADD CONSTRAINT "product_variants_contents" CHECK ("product_variants"."contents" > 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "product_variants" VALIDATE CONSTRAINT "product_variants_contents";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_cost_cents", ADD CONSTRAINT "products_cost_cents" CHECK ("products"."cost_cents" between 0 and 99999999) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_cost_cents";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_contents", ADD CONSTRAINT "products_contents" CHECK ("products"."contents" is null or "products"."contents" > 0 and "products"."contents_unit" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_contents";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_contents_unit", ADD CONSTRAINT "products_contents_unit" CHECK ("products"."contents_unit" in ('g', 'kg', 'ml', 'cl', 'l', 'cm', 'm', 'm2', 'm3', 'piece')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_contents_unit";
