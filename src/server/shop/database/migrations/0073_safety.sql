-- outside of transactions
CREATE TABLE IF NOT EXISTS "safety_contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"country" text NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"eu_person_id" uuid,
	"uk_person_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "safety_contacts_key_unique" UNIQUE("key"),
	CONSTRAINT "safety_contacts_role" CHECK ("safety_contacts"."role" in ('manufacturer', 'responsible_person')),
	CONSTRAINT "safety_contacts_reachable" CHECK ("safety_contacts"."email" <> '' or "safety_contacts"."website" <> '')
);
--> statement-breakpoint
ALTER TABLE "brands" ADD COLUMN IF NOT EXISTS "maker" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "maker" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "safety_warnings" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "guarantee_years" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "guarantee_text" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "guarantee_label" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "charges" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "charges_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "safety_contacts" DROP CONSTRAINT IF EXISTS "safety_contacts_eu_person_id_safety_contacts_id_fk", ADD CONSTRAINT "safety_contacts_eu_person_id_safety_contacts_id_fk" FOREIGN KEY ("eu_person_id") REFERENCES "public"."safety_contacts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "safety_contacts" DROP CONSTRAINT IF EXISTS "safety_contacts_uk_person_id_safety_contacts_id_fk", ADD CONSTRAINT "safety_contacts_uk_person_id_safety_contacts_id_fk" FOREIGN KEY ("uk_person_id") REFERENCES "public"."safety_contacts"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "safety_contacts_name_key" ON "safety_contacts" USING btree ("role",lower("name"));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "safety_contacts_eu_person" ON "safety_contacts" USING btree ("eu_person_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "safety_contacts_uk_person" ON "safety_contacts" USING btree ("uk_person_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_maker" ON "products" USING btree ("maker") WHERE "products"."maker" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_charges" ON "orders" USING btree ("paid_at") WHERE "orders"."charges" is not null;
