CREATE TABLE "monthly_product_stats" (
	"product_id" uuid NOT NULL,
	"month" date NOT NULL,
	"slot" smallint NOT NULL,
	"pieces" integer NOT NULL,
	"cents" bigint NOT NULL,
	CONSTRAINT "monthly_product_stats_product_id_month_slot_pk" PRIMARY KEY("product_id","month","slot")
);
--> statement-breakpoint
CREATE INDEX "monthly_product_stats_month" ON "monthly_product_stats" USING btree ("month");