CREATE TABLE "imported_customers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"invited_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "imported_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"number" text NOT NULL,
	"placed_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"shipping_address" text NOT NULL,
	"billing_address" text NOT NULL,
	"currency" text NOT NULL,
	"total_cents" bigint NOT NULL,
	"refunded_cents" bigint NOT NULL,
	"lines" jsonb NOT NULL,
	"details" jsonb NOT NULL,
	"note" text NOT NULL,
	"is_buyer_erased" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "imported_orders_source" CHECK ("imported_orders"."source" in ('products', 'shopify', 'woocommerce'))
);
--> statement-breakpoint
ALTER TABLE "import_mappings" ADD COLUMN "kind" text DEFAULT 'products' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_imports" ADD COLUMN "kind" text DEFAULT 'products';--> statement-breakpoint
ALTER TABLE "imported_customers" ADD CONSTRAINT "imported_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_customers_import" ON "imported_customers" USING btree ("import_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "imported_orders_number" ON "imported_orders" USING btree ("source","number");--> statement-breakpoint
CREATE INDEX "imported_orders_placed" ON "imported_orders" USING btree ("placed_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "imported_orders_email" ON "imported_orders" USING btree (lower("email"),"placed_at" DESC NULLS LAST);