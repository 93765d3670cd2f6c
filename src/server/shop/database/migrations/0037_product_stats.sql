CREATE TABLE "daily_product_stats" (
	"product_id" uuid NOT NULL,
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"pieces" integer NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "daily_product_stats_product_id_day_slot_pk" PRIMARY KEY("product_id","day","slot")
);
--> statement-breakpoint
CREATE INDEX "daily_product_stats_day" ON "daily_product_stats" USING btree ("day");