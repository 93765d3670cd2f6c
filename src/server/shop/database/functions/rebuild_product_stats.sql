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
