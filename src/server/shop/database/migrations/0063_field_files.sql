CREATE TABLE "field_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"bytes" integer NOT NULL,
	"pieces" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"unused_since" timestamp (3) with time zone,
	CONSTRAINT "field_files_url_unique" UNIQUE("url"),
	CONSTRAINT "field_files_bytes" CHECK ("field_files"."bytes" > 0)
);
--> statement-breakpoint
ALTER TABLE "custom_fields" DROP CONSTRAINT "custom_fields_type";--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN "is_untidy" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "field_files_name" ON "field_files" USING btree (lower("name"),"created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "brands_untidy" ON "brands" USING btree ("id") WHERE "brands"."is_untidy";--> statement-breakpoint
ALTER TABLE "custom_fields" ADD CONSTRAINT "custom_fields_type" CHECK ("custom_fields"."type" in ('text', 'long_text', 'number', 'date', 'boolean', 'choice', 'color', 'url', 'product', 'file'));