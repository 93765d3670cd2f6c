-- The foreign key stands in the table: added afterwards it would read the table, though empty, under a lock of `products`.
CREATE TABLE "product_variants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"option_values" text[] NOT NULL,
	"sku" text,
	"price_cents" integer NOT NULL,
	"compare_at_cents" integer,
	"quantity" integer NOT NULL,
	"image_id" text,
	CONSTRAINT "product_variants_values" UNIQUE("product_id","option_values"),
	CONSTRAINT "product_variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "product_variants_compare_at_cents" CHECK ("product_variants"."compare_at_cents" between 1 and 99999999),
	CONSTRAINT "product_variants_price_cents" CHECK ("product_variants"."price_cents" between 0 and 99999999),
	CONSTRAINT "product_variants_quantity" CHECK ("product_variants"."quantity" >= 0)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "options" jsonb;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_price_from" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "variant_id" uuid;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "variant_id" uuid;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "options" text DEFAULT '' NOT NULL;