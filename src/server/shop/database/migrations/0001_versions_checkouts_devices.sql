-- outside of transactions
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "emails" ADD COLUMN IF NOT EXISTS "is_saved_to_file" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN IF NOT EXISTS "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "settings" ADD COLUMN IF NOT EXISTS "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD COLUMN IF NOT EXISTS "product_version" integer;--> statement-breakpoint
-- A checkout that was never paid is no order: it has no number. Orders get theirs from the sequence when they are paid.
ALTER SEQUENCE "orders_number_seq" OWNED BY NONE;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "number" DROP DEFAULT, ALTER COLUMN "number" DROP NOT NULL;--> statement-breakpoint
-- backfill after 00000000-0000-0000-0000-000000000000
with batch as (select id from orders where id > $1::uuid order by id limit 2000),
  changed as (
    update orders set number = null from batch
      where orders.id = batch.id and number is not null and status in ('pending', 'cancelled', 'expired') returning orders.id
  )
select (select id::text from batch order by id desc limit 1) as key, (select count(*)::int from changed) as rows;--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT IF EXISTS "orders_numbered", ADD CONSTRAINT "orders_numbered" CHECK (("orders"."number" is null) = ("orders"."status" in ('pending', 'cancelled', 'expired'))) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_numbered";--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "known_devices" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_key_pk" PRIMARY KEY("user_id","key"),
	CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action
);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "emails_recipient" ON "emails" USING btree (lower("recipient"),"created_at" DESC NULLS LAST);
