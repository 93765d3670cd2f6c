-- The foreign key comes with the table: adding it to one that is there would lock products while it is checked.
CREATE TABLE "product_images" (
	"product_id" uuid NOT NULL CONSTRAINT "product_images_product_id_products_id_fk" REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action,
	"position" smallint NOT NULL,
	"image_id" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "product_images_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_images_position" CHECK ("product_images"."position" between 1 and 9)
);
--> statement-breakpoint
CREATE TABLE "unattached_images" (
	"image_id" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "image_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "product_images_image" ON "product_images" USING btree ("image_id");
