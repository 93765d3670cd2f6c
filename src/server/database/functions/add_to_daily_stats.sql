-- Adds to a day's statistics, or takes from them. Each of 32 connections has a row of its own: of one row a day, each payment would wait
-- for the commit of the one before.
create or replace function add_to_daily_stats(at timestamptz, orders int, cents bigint, customers int) returns void language sql
begin atomic
  insert into daily_stats as stored values ((at at time zone 'UTC')::date, pg_backend_pid() % 32, orders, cents, customers)
    on conflict (day, slot) do update
    set orders = stored.orders + excluded.orders, cents = stored.cents + excluded.cents, customers = stored.customers + excluded.customers;
end;
