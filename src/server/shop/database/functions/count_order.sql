-- Adds an order to the statistics of its day and of its products as it is now, or (-1) subtracts it. Does nothing unless the order is a sale.
-- Whoever changes what counts of an order subtracts it before the change and adds it after, in one transaction (orders/lifecycle/order-effects.ts).
-- Products come first, so that all transactions lock rows of products before those of days.
create or replace function count_order(counted_order uuid, sign int) returns void language sql
begin atomic
  select add_to_product_stats(counted_order, sign);
  select add_to_daily_stats(paid_at, sign, sign * (total_cents - refunded_cents)::bigint, 0) from orders
    where id = counted_order and is_sale(status, paid_at);
end;
