-- Counts all orders and customers, and adds to each day what is missing: after the triggers were created, and for an operator to whom
-- `verify` has reported wrong statistics. A single statement sees either both an order and what its trigger has counted of it, or neither,
-- so nobody has to wait meanwhile. No connection uses this slot, so no trigger waits for this either.
create or replace function rebuild_daily_stats() returns void language plpgsql as $$ begin
  -- One at a time.
  lock table daily_stats in share update exclusive mode;
  insert into daily_stats
    select day, -1, sum(orders), sum(cents), sum(customers) from (
      select (paid_at at time zone (select shop_time_zone()))::date as day, 1 as orders, total_cents - refunded_cents as cents, 0 as customers
        from orders where is_sale(status, paid_at)
      union all
      select (created_at at time zone (select shop_time_zone()))::date, 0, 0, 1 from users where role = 0
      union all
      select day, -orders, -cents, -customers from daily_stats
    ) counted group by 1 having (sum(orders), sum(cents), sum(customers)) <> (0, 0, 0)
    on conflict (day, slot) do update set
      orders = daily_stats.orders + excluded.orders,
      cents = daily_stats.cents + excluded.cents,
      customers = daily_stats.customers + excluded.customers;
end $$;
