CREATE TABLE "feed_builds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"products" integer DEFAULT 0 NOT NULL,
	"items" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sizes" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_parts" (
	"build_id" uuid NOT NULL,
	"feed" text NOT NULL,
	"part" smallint NOT NULL,
	"bytes" "bytea" NOT NULL,
	CONSTRAINT "feed_parts_build_id_feed_part_pk" PRIMARY KEY("build_id","feed","part"),
	CONSTRAINT "feed_parts_build_id_feed_builds_id_fk" FOREIGN KEY ("build_id") REFERENCES "public"."feed_builds"("id") ON DELETE cascade ON UPDATE no action
);
--> statement-breakpoint
CREATE TABLE "feed_problems" (
	"product_id" uuid NOT NULL,
	"problem" text NOT NULL,
	CONSTRAINT "feed_problems_product_id_problem_pk" PRIMARY KEY("product_id","problem"),
	CONSTRAINT "feed_problems_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "google_category" text;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "google_category" text;--> statement-breakpoint
CREATE INDEX "feed_problems_by_problem" ON "feed_problems" USING btree ("problem","product_id");