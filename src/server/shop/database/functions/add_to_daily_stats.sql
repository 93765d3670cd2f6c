-- Whoever counts holds this lock until its transaction ends. time_zone_changed.sql waits for all of them, and lets nobody count meanwhile.
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
