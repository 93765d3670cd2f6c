CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"fault" text
);
--> statement-breakpoint
CREATE TABLE "order_history" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"by" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"why" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"amount_cents" bigint NOT NULL,
	"reason" text NOT NULL,
	"restock" boolean NOT NULL,
	"status" text NOT NULL,
	"provider_refund" text,
	"actor_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "refunds_provider_refund_unique" UNIQUE("provider_refund"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"order_id" uuid,
	"kind" text NOT NULL,
	"available" integer NOT NULL,
	"reserved" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_status";--> statement-breakpoint
ALTER TABLE "demo_sessions" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stock" text;--> statement-breakpoint
UPDATE "orders" SET "stock" = CASE "status" WHEN 'pending' THEN 'held' WHEN 'paid' THEN 'sold' WHEN 'review' THEN 'sold' ELSE 'none' END;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "stock" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "carrier" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tracking" text;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("due_at") WHERE "mails"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "mails_newest" ON "mails" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "order_history_order" ON "order_history" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "stock_movements_product" ON "stock_movements" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_order" ON "stock_movements" USING btree ("order_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_stock" CHECK ("orders"."stock" in ('none', 'held', 'sold'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_refunded" CHECK ("orders"."refunded_cents" between 0 and "orders"."total_cents");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'paid', 'shipped', 'delivered', 'cancelled', 'expired', 'refunded', 'review'));--> statement-breakpoint
INSERT INTO "stock_movements" ("product_id", "kind", "available", "reserved", "at")
SELECT p."id", 'import', p."quantity" + coalesce((SELECT sum(l."quantity") FROM "order_lines" l JOIN "orders" o ON o."id" = l."order_id" WHERE l."product_id" = p."id" AND o."stock" = 'held'), 0), 0, p."created_at" FROM "products" p;--> statement-breakpoint
INSERT INTO "stock_movements" ("product_id", "order_id", "kind", "available", "reserved", "at")
SELECT l."product_id", o."id", 'reserve', -l."quantity", l."quantity", o."created_at" FROM "order_lines" l JOIN "orders" o ON o."id" = l."order_id" WHERE o."stock" = 'held' AND l."product_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "order_history" ("order_id", "at", "by", "from_status", "to_status", "why")
SELECT "id", "created_at", 'Shop', NULL, 'pending', 'Checkout opened' FROM "orders";--> statement-breakpoint
INSERT INTO "order_history" ("order_id", "at", "by", "from_status", "to_status", "why")
SELECT "id", coalesce("paid_at", "created_at"), 'Shop', 'pending', "status", 'Before the history was kept' FROM "orders" WHERE "status" <> 'pending';
