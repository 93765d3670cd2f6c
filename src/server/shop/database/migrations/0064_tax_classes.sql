CREATE TABLE "tax_entries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL CONSTRAINT "tax_entries_order_id_orders_id_fk" REFERENCES "orders"("id") ON DELETE cascade,
	"at" timestamp (3) with time zone NOT NULL,
	"rate_ppm" integer,
	"country" text NOT NULL,
	"region" text NOT NULL,
	"net_cents" bigint NOT NULL,
	"tax_cents" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tax_class" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_class" text;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "tax_rate_ppm" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "taxes" jsonb;--> statement-breakpoint
ALTER TABLE "product_variants" ADD COLUMN "tax_class" text;--> statement-breakpoint
CREATE INDEX "tax_entries_order" ON "tax_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "tax_entries_at" ON "tax_entries" USING btree ("at");