-- outside of transactions
CREATE TABLE IF NOT EXISTS "download_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid,
	"variant_ids" uuid[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"status" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "download_files_status" CHECK ("download_files"."status" in ('uploading', 'ready', 'removed', 'deleted')),
	CONSTRAINT "download_files_bytes" CHECK ("download_files"."bytes" > 0)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "download_pieces" (
	"name" text PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "download_pieces_place" UNIQUE("file_id","position")
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "license_key_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid,
	"variant_ids" uuid[] DEFAULT '{}' NOT NULL,
	"low_at" integer NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"discarded" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"low_told_at" timestamp (3) with time zone,
	"removed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "license_key_lists_low_at" CHECK ("license_key_lists"."low_at" >= 0)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "license_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"list_id" uuid NOT NULL,
	"position" bigserial NOT NULL,
	"sealed" text NOT NULL,
	"digest" text NOT NULL,
	"order_id" uuid,
	"line" integer,
	"assigned_at" timestamp (3) with time zone,
	CONSTRAINT "license_keys_digest" UNIQUE("list_id","digest"),
	CONSTRAINT "license_keys_owner" CHECK (("license_keys"."order_id" is null) = ("license_keys"."line" is null) and ("license_keys"."order_id" is null) = ("license_keys"."assigned_at" is null))
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "order_downloads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"allowed" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"starts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_downloads_line" UNIQUE("order_id","line","file_id"),
	CONSTRAINT "order_downloads_used" CHECK ("order_downloads"."used" >= 0 and ("order_downloads"."allowed" is null or "order_downloads"."used" <= "order_downloads"."allowed"))
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "order_keys" (
	"order_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"list_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"given" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "order_keys_order_id_line_pk" PRIMARY KEY("order_id","line"),
	CONSTRAINT "order_keys_given" CHECK ("order_keys"."given" between 0 and "order_keys"."quantity")
);--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN IF NOT EXISTS "is_shipped" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "needs_shipping" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "has_downloads" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "download_files" DROP CONSTRAINT IF EXISTS "download_files_product_id_products_id_fk", ADD CONSTRAINT "download_files_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "download_files" VALIDATE CONSTRAINT "download_files_product_id_products_id_fk";--> statement-breakpoint
ALTER TABLE "download_pieces" DROP CONSTRAINT IF EXISTS "download_pieces_file_id_download_files_id_fk", ADD CONSTRAINT "download_pieces_file_id_download_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."download_files"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "download_pieces" VALIDATE CONSTRAINT "download_pieces_file_id_download_files_id_fk";--> statement-breakpoint
ALTER TABLE "license_key_lists" DROP CONSTRAINT IF EXISTS "license_key_lists_product_id_products_id_fk", ADD CONSTRAINT "license_key_lists_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "license_key_lists" VALIDATE CONSTRAINT "license_key_lists_product_id_products_id_fk";--> statement-breakpoint
ALTER TABLE "license_keys" DROP CONSTRAINT IF EXISTS "license_keys_list_id_license_key_lists_id_fk", ADD CONSTRAINT "license_keys_list_id_license_key_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."license_key_lists"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "license_keys" VALIDATE CONSTRAINT "license_keys_list_id_license_key_lists_id_fk";--> statement-breakpoint
ALTER TABLE "license_keys" DROP CONSTRAINT IF EXISTS "license_keys_order_id_orders_id_fk", ADD CONSTRAINT "license_keys_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "license_keys" VALIDATE CONSTRAINT "license_keys_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "order_downloads" DROP CONSTRAINT IF EXISTS "order_downloads_order_id_orders_id_fk", ADD CONSTRAINT "order_downloads_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "order_downloads" VALIDATE CONSTRAINT "order_downloads_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "order_downloads" DROP CONSTRAINT IF EXISTS "order_downloads_file_id_download_files_id_fk", ADD CONSTRAINT "order_downloads_file_id_download_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."download_files"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "order_downloads" VALIDATE CONSTRAINT "order_downloads_file_id_download_files_id_fk";--> statement-breakpoint
ALTER TABLE "order_keys" DROP CONSTRAINT IF EXISTS "order_keys_order_id_orders_id_fk", ADD CONSTRAINT "order_keys_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "order_keys" VALIDATE CONSTRAINT "order_keys_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "order_keys" DROP CONSTRAINT IF EXISTS "order_keys_list_id_license_key_lists_id_fk", ADD CONSTRAINT "order_keys_list_id_license_key_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."license_key_lists"("id") ON DELETE restrict ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "order_keys" VALIDATE CONSTRAINT "order_keys_list_id_license_key_lists_id_fk";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "download_files_product" ON "download_files" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "download_files_ended" ON "download_files" USING btree ("id") WHERE "download_files"."status" in ('uploading', 'removed') or "download_files"."product_id" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "license_key_lists_product" ON "license_key_lists" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "license_keys_free" ON "license_keys" USING btree ("list_id","position") WHERE "license_keys"."order_id" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "license_keys_order" ON "license_keys" USING btree ("order_id","line") WHERE "license_keys"."order_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_downloads_file" ON "order_downloads" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_keys_list" ON "order_keys" USING btree ("list_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_keys_owed" ON "order_keys" USING btree ("created_at","order_id") WHERE "order_keys"."given" < "order_keys"."quantity";
