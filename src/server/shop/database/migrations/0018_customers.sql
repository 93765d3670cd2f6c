-- outside of transactions
-- The foreign keys stand in the tables: added afterwards they would be checked under a lock of `users`.
CREATE TABLE IF NOT EXISTS "customer_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"author_id" uuid,
	"by" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "customer_notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "customers_with_orders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customers_with_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "disabled_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customer_notes_user" ON "customer_notes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_with_orders_created_at" ON "customers_with_orders" USING btree ("created_at" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_team" ON "users" USING btree ("created_at" DESC NULLS LAST,"id") WHERE "users"."role" = 1;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_disabled" ON "users" USING btree ("created_at" DESC NULLS LAST,"id") WHERE "users"."disabled_at" is not null;--> statement-breakpoint
-- As in functions/order_placed.sql: from here on nobody's first order is missed.
create or replace function on_order_placed() returns trigger language plpgsql as $$ begin
  insert into customers_with_orders select id, created_at from users where id = new.user_id on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger order_placed after insert or update of status, user_id on orders
  for each row when (new.user_id is not null and new.status not in ('pending', 'cancelled', 'expired')) execute function on_order_placed();--> statement-breakpoint
-- backfill after 00000000-0000-0000-0000-000000000000
with batch as (select id, created_at from users where id > $1::uuid order by id limit 2000),
  changed as (
    insert into customers_with_orders select id, created_at from batch
      where exists (select from orders where user_id = batch.id and status not in ('pending', 'cancelled', 'expired'))
      on conflict do nothing returning user_id
  )
select (select id::text from batch order by id desc limit 1) as key, (select count(*)::int from changed) as rows;
