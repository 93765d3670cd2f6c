CREATE TABLE "import_mappings" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"numbers" text,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_sources" (
	"source" text PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	CONSTRAINT "product_sources_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE "product_import_errors" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "product_imports" ADD COLUMN "numbers" text;--> statement-breakpoint
ALTER TABLE "product_imports" ADD COLUMN "uncounted_stock" integer;--> statement-breakpoint
ALTER TABLE "product_imports" ADD COLUMN "hides_imageless" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "product_sources_product" ON "product_sources" USING btree ("product_id");