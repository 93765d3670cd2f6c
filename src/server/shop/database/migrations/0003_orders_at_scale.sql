-- outside of transactions
CREATE TABLE IF NOT EXISTS "daily_stats" (
	"day" date NOT NULL,
	"slot" smallint NOT NULL,
	"orders" integer NOT NULL,
	"cents" bigint NOT NULL,
	"customers" integer NOT NULL,
	CONSTRAINT "daily_stats_day_slot_pk" PRIMARY KEY("day","slot")
);--> statement-breakpoint
-- Kept by a trigger, as in functions/: a generated column would write the whole table anew under a lock.
ALTER TABLE "users" ADD COLUMN IF NOT EXISTS "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
create or replace function on_user_search_text() returns trigger language plpgsql as $$ begin
  new.search_text := lower(new.name || E'\n' || new.email);
  return new;
end $$;--> statement-breakpoint
create or replace trigger user_search_text before insert or update of name, email, search_text on users
  for each row execute function on_user_search_text();--> statement-breakpoint
-- backfill after 00000000-0000-0000-0000-000000000000
with batch as (select id from users where id > $1::uuid order by id limit 2000),
  changed as (update users set search_text = '' from batch where users.id = batch.id and search_text = '' returning users.id)
select (select id::text from batch order by id desc limit 1) as key, (select count(*)::int from changed) as rows;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "known_devices_used" ON "known_devices" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "login_attempts_reset" ON "login_attempts" USING btree ("reset_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_used" ON "sessions" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_created" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_search" ON "users" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "order_lines_image" ON "order_lines" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_placed" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id") WHERE not ("orders"."status" in ('pending', 'cancelled', 'expired'));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_unpaid" ON "orders" USING btree ("created_at" DESC NULLS LAST,"id") WHERE "orders"."status" in ('pending', 'cancelled', 'expired');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_status" ON "orders" USING btree ("status","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "refunds_requested" ON "refunds" USING btree ("at") WHERE "refunds"."status" = 'requested';--> statement-breakpoint
-- The index of before serves until the new one is there.
do $$ begin
  if to_regclass('emails_unsent_before') is null and to_regclass('emails_unsent') is not null then alter index emails_unsent rename to emails_unsent_before; end if;
end $$;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "emails_unsent" ON "emails" USING btree ("next_attempt_at") WHERE "emails"."sent_at" is null and "emails"."attempts" < 10;--> statement-breakpoint
-- The index of before serves until the new one is there.
do $$ begin
  if to_regclass('orders_user_before') is null and to_regclass('orders_user') is not null then alter index orders_user rename to orders_user_before; end if;
end $$;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "orders_user" ON "orders" USING btree ("user_id","created_at" DESC NULLS LAST,"id","status");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "emails_unsent_before";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_user_before";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_created";
