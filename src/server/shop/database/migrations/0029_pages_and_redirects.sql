CREATE TABLE "pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"in_footer" boolean NOT NULL,
	"footer_position" integer NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pages_slug_unique" UNIQUE("slug"),
	CONSTRAINT "pages_status" CHECK ("pages"."status" in ('draft', 'published'))
);
--> statement-breakpoint
CREATE TABLE "redirects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_path" text NOT NULL,
	"to_path" text NOT NULL,
	"to_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "redirects_from_path_unique" UNIQUE("from_path")
);
--> statement-breakpoint
CREATE INDEX "pages_title" ON "pages" USING btree ("title","id");--> statement-breakpoint
CREATE INDEX "pages_footer" ON "pages" USING btree ("footer_position","title") WHERE "pages"."in_footer" and "pages"."status" = 'published';--> statement-breakpoint
CREATE INDEX "redirects_to_key" ON "redirects" USING btree ("to_key");