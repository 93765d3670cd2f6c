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
        from orders where is_sale(status, paid_at) and paid_at >= first_day - 2 and paid_at < end_day + 2
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
