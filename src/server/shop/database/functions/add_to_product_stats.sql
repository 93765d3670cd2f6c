-- Adds what an order has sold, as it is now, to the statistics of its products, or (-1) subtracts it. Does nothing unless the order is a
-- sale. A product has a row for each day, another for each month, and, as in add_to_daily_stats.sql, these for each of 32 connections.
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
