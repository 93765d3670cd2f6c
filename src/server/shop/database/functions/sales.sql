-- The merchant's time zone, in which the shop's days begin. Call it as `(select shop_time_zone())`, so that a statement reads the setting
-- once and not for each row.
create or replace function shop_time_zone() returns text language sql stable
  return coalesce((select value ->> 'timeZone' from settings where key = 'shop-details'), 'UTC');

-- An order counts on the day it was paid, less its refunds, while it is neither on hold nor refunded in full.
create or replace function is_sale(status text, paid_at timestamptz) returns boolean language sql immutable
  return status in ('paid', 'shipped', 'delivered') and paid_at is not null;

-- Owners' test orders are no sales, whatever their status: whoever sums up orders leaves out `is_test`.

-- What each line of a sale sold: its pieces, minus those that refunds of single lines took back, and what these cost after the line's
-- discount. If the product was deleted, it is null.
create or replace function product_sales() returns table (order_id uuid, paid_at timestamptz, product_id uuid, pieces int, cents bigint)
language sql stable
begin atomic
  select o.id, o.paid_at, l.product_id, l.quantity - coalesce(r.pieces, 0)::int,
    (c.cents - round(c.cents::numeric * coalesce(r.pieces, 0) / l.quantity))::bigint
  from orders o
  join order_lines l on l.order_id = o.id
  cross join lateral (select l.price_cents::bigint * l.quantity - l.discount_cents as cents) c
  left join (
    select refunds.order_id, refund_lines.position, sum(refund_lines.quantity) as pieces
    from refunds join refund_lines on refund_lines.refund_id = refunds.id
    where refunds.status = 'succeeded' group by 1, 2
  ) r on r.order_id = l.order_id and r.position = l.position
  where is_sale(o.status, o.paid_at) and not o.is_test;
end;

-- Stands for all deleted products.
create or replace function deleted_product() returns uuid language sql immutable
  return '00000000-0000-0000-0000-000000000000'::uuid;
