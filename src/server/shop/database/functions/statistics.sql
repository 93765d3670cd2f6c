-- Whoever counts holds this lock until its transaction ends. on_setting_changed() waits for all of them, and lets nobody count meanwhile.
create or replace function hold_time_zone() returns void language sql
begin atomic
  select pg_advisory_xact_lock_shared(hashtext('shop_time_zone'));
end;

-- Adds to a day's statistics, or subtracts from them. Each of 32 connections has its own row: with one row per day, each payment would wait
-- for the commit of the one before.
create or replace function add_to_daily_stats(at timestamptz, orders int, cents bigint, customers int) returns void language sql
begin atomic
  select hold_time_zone();
  insert into daily_stats as stored
    values ((at at time zone (select shop_time_zone()))::date, pg_backend_pid() % 32, orders, cents, customers)
    on conflict (day, slot) do update
    set orders = stored.orders + excluded.orders, cents = stored.cents + excluded.cents, customers = stored.customers + excluded.customers;
end;

-- Adds what an order has sold, as it is now, to the statistics of its products, or (-1) subtracts it. Does nothing unless the order is a
-- sale. A product has a row for each day, another for each month, and, as those of daily_stats, these for each of 32 connections.
-- Products are not locked: if one is deleted meanwhile, readers count its row among the deleted ones, and later subtractions go there too.
create or replace function add_to_product_stats(sold_order uuid, sign int) returns void language sql
begin atomic
  select hold_time_zone();
  with sold as materialized (
    select coalesce(product_id, deleted_product()) as product_id, (paid_at at time zone (select shop_time_zone()))::date as day,
      pg_backend_pid() % 32 as slot, sign * sum(pieces) as pieces, sign * sum(cents) as cents
    from product_sales() where order_id = sold_order group by 1, 2 having (sum(pieces), sum(cents)) <> (0, 0) order by 1
  ), by_month as (
    insert into monthly_product_stats as stored select product_id, date_trunc('month', day::timestamp)::date, slot, pieces, cents from sold
    on conflict (product_id, month, slot) do update
    set pieces = stored.pieces + excluded.pieces, cents = stored.cents + excluded.cents
  )
  insert into daily_product_stats as stored select * from sold
    on conflict (product_id, day, slot) do update
    set pieces = stored.pieces + excluded.pieces, cents = stored.cents + excluded.cents;
end;

-- Adds an order to the statistics of its day and of its products as it is now, or (-1) subtracts it. Does nothing unless the order is a sale.
-- Whoever changes what counts of an order subtracts it before the change and adds it after, in one transaction (orders/lifecycle/update-order.service.ts).
-- Products come first, so that all transactions lock rows of products before those of days.
create or replace function count_order(counted_order uuid, sign int) returns void language sql
begin atomic
  select add_to_product_stats(counted_order, sign);
  select add_to_daily_stats(paid_at, sign, sign * (total_cents - refunded_cents)::bigint, 0) from orders
    where id = counted_order and is_sale(status, paid_at) and not is_test;
end;

-- A customer counts on the day of their registration; admins don't count.
create or replace function on_customer_recounted() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' and (old.role, old.created_at) is not distinct from (new.role, new.created_at) then return null; end if;
  if old.role = 0 then perform add_to_daily_stats(old.created_at, 0, 0, -1); end if;
  if tg_op = 'UPDATE' and new.role = 0 then perform add_to_daily_stats(new.created_at, 0, 0, 1); end if;
  return null;
end $$;

create or replace trigger customer_counted after delete or update of role, created_at on users
  for each row execute function on_customer_recounted();

-- Once per statement: importing many customers registers them all on one day, and each update of a row has to skip all versions of it that
-- the same statement made before.
create or replace function on_customers_inserted() returns trigger language plpgsql as $$ begin
  if not exists (select from inserted where role = 0) then return null; end if;
  -- Before the days are computed, which depends on the time zone too.
  perform hold_time_zone();
  perform add_to_daily_stats(min(created_at), 0, 0, count(*)::int) from inserted where role = 0
    group by (created_at at time zone (select shop_time_zone()))::date;
  return null;
end $$;

create or replace trigger customers_inserted after insert on users
  referencing new table as inserted for each statement execute function on_customers_inserted();

-- Counts the orders and customers of the days from the first on and before the last, and adds to each day what is missing. A single statement
-- sees either both an order and what its trigger has counted of it, or neither, so nobody has to wait meanwhile. No connection uses this slot,
-- so no trigger waits for this either. Returns how many days were wrong.
create or replace function recount_days(first_day date, end_day date) returns integer language plpgsql as $$
declare
  wrong integer;
  zone text;
begin
  perform hold_time_zone();
  zone := shop_time_zone();
  -- One at a time; the next statement sees what the one before has added.
  lock table daily_stats in share update exclusive mode;
  insert into daily_stats
    select day, -1, sum(orders), sum(cents), sum(customers) from (
      select (paid_at at time zone zone)::date as day, 1 as orders, total_cents - refunded_cents as cents, 0 as customers
        from orders where is_sale(status, paid_at) and not is_test and paid_at >= first_day - 2 and paid_at < end_day + 2
      union all
      select (created_at at time zone zone)::date, 0, 0, 1 from users where role = 0 and created_at >= first_day - 2 and created_at < end_day + 2
      union all
      select day, -orders, -cents, -customers from daily_stats
    ) counted where day >= first_day and day < end_day group by 1 having (sum(orders), sum(cents), sum(customers)) <> (0, 0, 0)
    on conflict (day, slot) do update set
      orders = daily_stats.orders + excluded.orders,
      cents = daily_stats.cents + excluded.cents,
      customers = daily_stats.customers + excluded.customers;
  get diagnostics wrong = row_count;
  return wrong;
end $$;

-- All days: after the triggers were created, in another time zone, and for an operator to whom `verify` has reported wrong statistics.
create or replace function rebuild_daily_stats() returns void language plpgsql as $$ begin
  perform recount_days('-infinity', 'infinity');
end $$;

-- Like recount_days, but for products: adds what is missing for each product and day, in one statement, and then what the months lack compared
-- with their days. The first and the last day begin a month. Deleted products are compared together, because their orders' lines no longer
-- say which product it was.
create or replace function recount_product_days(first_day date, end_day date) returns integer language plpgsql as $$
declare
  wrong integer;
  zone text;
begin
  perform hold_time_zone();
  zone := shop_time_zone();
  lock table daily_product_stats in share update exclusive mode;
  insert into daily_product_stats
    select product_id, day, -1, sum(pieces), sum(cents) from (
      select coalesce(product_id, deleted_product()) as product_id, (paid_at at time zone zone)::date as day, pieces, cents
        from product_sales() where paid_at >= first_day - 2 and paid_at < end_day + 2
      union all
      select coalesce(products.id, deleted_product()), day, -pieces, -cents
        from daily_product_stats stored left join products on products.id = stored.product_id
    ) counted where day >= first_day and day < end_day group by 1, 2 having (sum(pieces), sum(cents)) <> (0, 0)
    on conflict (product_id, day, slot) do update
    set pieces = daily_product_stats.pieces + excluded.pieces, cents = daily_product_stats.cents + excluded.cents;
  get diagnostics wrong = row_count;
  insert into monthly_product_stats
    select product_id, month, -1, sum(pieces), sum(cents) from (
      select product_id, date_trunc('month', day::timestamp)::date as month, pieces, cents from daily_product_stats
        where day >= first_day and day < end_day
      union all
      select product_id, month, -pieces, -cents from monthly_product_stats where month >= first_day and month < end_day
    ) counted group by 1, 2 having (sum(pieces), sum(cents)) <> (0, 0)
    on conflict (product_id, month, slot) do update
    set pieces = monthly_product_stats.pieces + excluded.pieces, cents = monthly_product_stats.cents + excluded.cents;
  return wrong;
end $$;

create or replace function rebuild_product_stats() returns void language plpgsql as $$ begin
  perform recount_product_days('-infinity', 'infinity');
end $$;
