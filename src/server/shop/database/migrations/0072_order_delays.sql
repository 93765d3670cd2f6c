CREATE TABLE IF NOT EXISTS "order_delays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"day" date,
	"previous_day" date NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answer" text,
	"answered_at" timestamp (3) with time zone,
	"consent_by" date,
	"refund_by" date,
	CONSTRAINT "order_delays_position" UNIQUE("order_id","position"),
	CONSTRAINT "order_delays_answer" CHECK ("order_delays"."answer" in ('wait', 'cancel'))
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "handling_days" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "due_on" date;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "is_delayed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_delays" DROP CONSTRAINT IF EXISTS "order_delays_order_id_orders_id_fk", ADD CONSTRAINT "order_delays_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "order_delays" VALIDATE CONSTRAINT "order_delays_order_id_orders_id_fk";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT IF EXISTS "products_handling_days", ADD CONSTRAINT "products_handling_days" CHECK ("products"."handling_days" ~ '^\d{1,3}(-\d{1,3})?$') NOT VALID;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_handling_days";
