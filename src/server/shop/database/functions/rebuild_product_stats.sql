-- Like rebuild_daily_stats.sql, but for products: adds what is missing for each product and day, in one statement, and then what the months
-- lack compared with their days. Deleted products are compared together, because their orders' lines no longer say which product it was.
create or replace function rebuild_product_stats() returns void language plpgsql as $$ begin
  lock table daily_product_stats in share update exclusive mode;
  insert into daily_product_stats
    select product_id, day, -1, sum(pieces), sum(cents) from (
      select coalesce(product_id, deleted_product()) as product_id, (paid_at at time zone (select shop_time_zone()))::date as day, pieces, cents
        from product_sales()
      union all
      select coalesce(products.id, deleted_product()), day, -pieces, -cents
        from daily_product_stats stored left join products on products.id = stored.product_id
    ) counted group by 1, 2 having (sum(pieces), sum(cents)) <> (0, 0)
    on conflict (product_id, day, slot) do update
    set pieces = daily_product_stats.pieces + excluded.pieces, cents = daily_product_stats.cents + excluded.cents;
  insert into monthly_product_stats
    select product_id, month, -1, sum(pieces), sum(cents) from (
      select product_id, date_trunc('month', day::timestamp)::date as month, pieces, cents from daily_product_stats
      union all
      select product_id, month, -pieces, -cents from monthly_product_stats
    ) counted group by 1, 2 having (sum(pieces), sum(cents)) <> (0, 0)
    on conflict (product_id, month, slot) do update
    set pieces = monthly_product_stats.pieces + excluded.pieces, cents = monthly_product_stats.cents + excluded.cents;
end $$;
