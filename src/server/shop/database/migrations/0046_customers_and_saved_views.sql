-- outside of transactions
-- The foreign keys stand in the tables: added afterwards they would be checked under a lock of `users`.
CREATE TABLE IF NOT EXISTS "customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"search_text" text NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"spent_cents" bigint DEFAULT 0 NOT NULL,
	"last_order_at" timestamp (3) with time zone DEFAULT '-infinity' NOT NULL,
	"country" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"consent_at" timestamp (3) with time zone,
	CONSTRAINT "customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "customers_kind" CHECK (("customers"."kind" = 'guest') = ("customers"."user_id" is null) and "customers"."kind" in ('account', 'guest', 'team')),
	CONSTRAINT "customers_account" CHECK ("customers"."user_id" is null or "customers"."user_id" = "customers"."id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"list" text NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"columns" text[],
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "saved_views_list" CHECK ("saved_views"."list" in ('products', 'orders', 'customers'))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "is_buyer_erased" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN IF NOT EXISTS "consent_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "customers_user" ON "customers" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "customers_guest" ON "customers" USING btree (lower("email")) WHERE "customers"."user_id" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_created_at" ON "customers" USING btree ("created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_spent" ON "customers" USING btree ("spent_cents" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_orders" ON "customers" USING btree ("orders" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_last_order" ON "customers" USING btree ("last_order_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_search" ON "customers" USING gin ("search_text" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "customers_tags" ON "customers" USING gin ("tags") WHERE "customers"."tags" <> '{}';--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "saved_views_name" ON "saved_views" USING btree ("list",coalesce("user_id", '00000000-0000-0000-0000-000000000000'),lower("name"));--> statement-breakpoint
-- As in functions/customers.sql and version_before.sql: from here on no account and no order is missed.
create or replace function customer_orders(account uuid, mailbox text)
returns table (created_at timestamptz, name text, email text, country text, cents bigint) language sql stable
begin atomic
  select o.created_at, o.guest_name, o.guest_email, o.country, case when o.status in ('paid', 'shipped', 'delivered') and o.paid_at is not null then o.total_cents - o.refunded_cents else 0 end
    from orders o where o.user_id = account and not o.status in ('pending', 'cancelled', 'expired') and not o.is_buyer_erased
  union all
  select o.created_at, o.guest_name, o.guest_email, o.country, case when o.status in ('paid', 'shipped', 'delivered') and o.paid_at is not null then o.total_cents - o.refunded_cents else 0 end
    from orders o where o.user_id is null and lower(o.guest_email) = lower(nullif(mailbox, ''))
      and not o.status in ('pending', 'cancelled', 'expired') and not o.is_buyer_erased;
end;
--> statement-breakpoint
create or replace function add_accounts(ids uuid[]) returns void language sql
begin atomic
  insert into customers (id, user_id, kind, name, email, search_text, is_disabled, created_at)
    select id, id, case role when 1 then 'team' else 'account' end, name, email, lower(name || E'\n' || email), disabled_at is not null, created_at
    from users where id = any(ids) on conflict do nothing;
end;
--> statement-breakpoint
create or replace function count_account(account uuid) returns void language plpgsql as $$
declare
  confirmed text;
begin
  perform from customers where id = account for no key update;
  if not found then
    perform add_accounts(array[account]);
    perform from customers where id = account for no key update;
  end if;
  select email into confirmed from users where id = account and email_confirmed_at is not null;
  update customers c set orders = counted.orders, spent_cents = counted.cents, last_order_at = counted.last_order_at, country = counted.country
    from (
      select count(*)::int as orders, coalesce(sum(cents), 0)::bigint as cents, coalesce(max(created_at), '-infinity') as last_order_at,
        (array_agg(o.country order by created_at desc) filter (where o.country is not null))[1] as country
      from customer_orders(account, confirmed) o
    ) counted
    where c.id = account
      and (c.orders, c.spent_cents, c.last_order_at, c.country) is distinct from (counted.orders, counted.cents, counted.last_order_at, counted.country);
end $$;
--> statement-breakpoint
create or replace function count_guest(mailbox text) returns void language plpgsql as $$
declare
  guest uuid;
begin
  select id into guest from customers where user_id is null and lower(email) = lower(mailbox) for no key update;
  if guest is null then
    insert into customers (id, kind, name, email, search_text, created_at)
      select gen_random_uuid(), 'guest', name, email, '', created_at from customer_orders(null, mailbox) order by created_at limit 1
      on conflict do nothing;
    select id into guest from customers where user_id is null and lower(email) = lower(mailbox) for no key update;
  end if;
  update customers c set name = counted.name, email = counted.email, search_text = lower(counted.name || E'\n' || counted.email), orders = counted.orders,
      spent_cents = counted.cents, last_order_at = counted.last_order_at, country = counted.country, created_at = counted.first_order_at
    from (
      select count(*)::int as orders, sum(cents)::bigint as cents, max(created_at) as last_order_at, min(created_at) as first_order_at,
        (array_agg(o.name order by created_at desc))[1] as name, (array_agg(o.email order by created_at desc))[1] as email,
        (array_agg(o.country order by created_at desc) filter (where o.country is not null))[1] as country
      from customer_orders(null, mailbox) o having count(*) > 0
    ) counted where c.id = guest;
  if not found then delete from customers where id = guest; end if;
end $$;
--> statement-breakpoint
create or replace function count_customer(account uuid, mailbox text) returns void language plpgsql as $$
declare
  owner uuid := account;
begin
  if owner is null then
    if coalesce(mailbox, '') = '' then return; end if;
    perform pg_advisory_xact_lock_shared(hashtext('customer'), hashtext(lower(mailbox)));
    select id into owner from users where lower(email) = lower(mailbox) and email_confirmed_at is not null;
  end if;
  if owner is null then perform count_guest(mailbox); else perform count_account(owner); end if;
end $$;
--> statement-breakpoint
create or replace function join_customer(mailbox text) returns void language plpgsql as $$
declare
  owner uuid;
  guest customers%rowtype;
begin
  perform pg_advisory_xact_lock(hashtext('customer'), hashtext(lower(mailbox)));
  select id into owner from users where lower(email) = lower(mailbox) and email_confirmed_at is not null;
  if owner is null then
    perform count_guest(mailbox);
    return;
  end if;
  select * into guest from customers where user_id is null and lower(email) = lower(mailbox) for update;
  if guest.id is not null then
    update customers set consent_at = coalesce(consent_at, guest.consent_at),
        tags = (select coalesce(array_agg(distinct tag order by tag), '{}') from unnest(tags || guest.tags) tag)
      where id = owner and (guest.tags <> '{}' or guest.consent_at is not null);
    update customer_notes set user_id = owner where user_id = guest.id;
    delete from customers where id = guest.id;
  end if;
  perform count_account(owner);
end $$;
--> statement-breakpoint
create or replace function on_accounts_inserted() returns trigger language plpgsql as $$ begin
  perform add_accounts(array(select id from inserted));
  perform join_customer(email) from inserted where email_confirmed_at is not null;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger accounts_inserted after insert on users
  referencing new table as inserted for each statement execute function on_accounts_inserted();
--> statement-breakpoint
create or replace function on_account_changed() returns trigger language plpgsql as $$
declare
  was text := case when old.email_confirmed_at is not null then lower(old.email) end;
  becomes text := case when tg_op = 'UPDATE' and new.email_confirmed_at is not null then lower(new.email) end;
begin
  if tg_op = 'UPDATE' then
    update customers set kind = case new.role when 1 then 'team' else 'account' end, name = new.name, email = new.email,
        search_text = lower(new.name || E'\n' || new.email), is_disabled = new.disabled_at is not null, created_at = new.created_at
      where id = new.id;
  end if;
  if was is not distinct from becomes then return null; end if;
  if was is not null then perform join_customer(was); end if;
  if becomes is not null then perform join_customer(becomes); elsif tg_op = 'UPDATE' then perform count_account(new.id); end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger account_changed after delete or update of name, email, role, disabled_at, created_at, email_confirmed_at on users
  for each row execute function on_account_changed();
--> statement-breakpoint
create or replace function on_order_of_customer() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' and not old.status in ('pending', 'cancelled', 'expired') then perform count_customer(old.user_id, old.guest_email); end if;
  if tg_op = 'DELETE' then return null; end if;
  -- An account that is erased leaves its orders to the books.
  if tg_op = 'UPDATE' and old.user_id is not null and new.user_id is null then update orders set is_buyer_erased = true where id = new.id; end if;
  if not new.status in ('pending', 'cancelled', 'expired') then perform count_customer(new.user_id, new.guest_email); end if;
  return null;
end $$;
--> statement-breakpoint
create or replace trigger order_of_customer after insert or delete or update of status, paid_at, total_cents, refunded_cents, user_id, guest_email on orders
  for each row when (coalesce(current_setting('storefront.rules', true), '') <> 'services') execute function on_order_of_customer();
--> statement-breakpoint
-- backfill after 00000000-0000-0000-0000-000000000000
with batch as (select id from users where id > $1::uuid order by id limit 1000),
  changed as materialized (select count_account(id)::text as done from batch)
select (select id::text from batch order by id desc limit 1) as key, (select count(done)::int from changed) as rows;
--> statement-breakpoint
-- backfill after 00000000-0000-0000-0000-000000000000
with batch as (select id, user_id, guest_email from orders where id > $1::uuid order by id limit 500),
  guests as (select distinct lower(guest_email) as address from batch where user_id is null and guest_email <> ''),
  changed as materialized (select count_customer(null, address)::text as done from (select address from guests order by address) ordered)
select (select id::text from batch order by id desc limit 1) as key, (select count(done)::int from changed) as rows;
--> statement-breakpoint
-- A note is about an account or a guest.
ALTER TABLE "customer_notes" DROP CONSTRAINT IF EXISTS "customer_notes_user_id_users_id_fk", DROP CONSTRAINT IF EXISTS "customer_notes_user_id_customers_id_fk", ADD CONSTRAINT "customer_notes_user_id_customers_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "customer_notes" VALIDATE CONSTRAINT "customer_notes_user_id_customers_id_fk";
