CREATE TABLE "bundle_parts" (
	"bundle_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid,
	"count" integer NOT NULL,
	CONSTRAINT "bundle_parts_bundle_id_position_pk" PRIMARY KEY("bundle_id","position"),
	CONSTRAINT "bundle_parts_bundle_id_products_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "bundle_parts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action,
	CONSTRAINT "bundle_parts_count" CHECK ("bundle_parts"."count" between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_bundle" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_part" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN "bundle_id" uuid;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "bundle" jsonb;--> statement-breakpoint
CREATE INDEX "bundle_parts_product" ON "bundle_parts" USING btree ("product_id");
