CREATE TABLE "custom_fields" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"help" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"choices" text[] DEFAULT '{}' NOT NULL,
	"is_visible" boolean DEFAULT false NOT NULL,
	"is_filter" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	"is_untidy" boolean DEFAULT false NOT NULL,
	CONSTRAINT "custom_fields_key" UNIQUE("owner","key"),
	CONSTRAINT "custom_fields_owner" CHECK ("custom_fields"."owner" in ('product', 'variant', 'category', 'customer', 'order')),
	CONSTRAINT "custom_fields_type" CHECK ("custom_fields"."type" in ('text', 'long_text', 'number', 'date', 'boolean', 'choice', 'color', 'url', 'product'))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "custom" jsonb;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "custom" jsonb;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "custom" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "custom" jsonb;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "custom" jsonb;