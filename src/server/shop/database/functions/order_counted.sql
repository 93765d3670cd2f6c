-- An order counts on the day it was paid, less its refunds, while it is neither on hold nor refunded in full.
create or replace function is_sale(status text, paid_at timestamptz) returns boolean language sql immutable
  return status in ('paid', 'shipped', 'delivered') and paid_at is not null;

create or replace function on_order_counted() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' and is_sale(old.status, old.paid_at) then
    perform add_to_daily_stats(old.paid_at, -1, old.refunded_cents - old.total_cents, 0);
  end if;
  if tg_op <> 'DELETE' and is_sale(new.status, new.paid_at) then
    perform add_to_daily_stats(new.paid_at, 1, new.total_cents - new.refunded_cents, 0);
  end if;
  return null;
end $$;

-- Checkouts don't count: the condition keeps the trigger from being queued for them.
create or replace trigger order_inserted after insert on orders
  for each row when (is_sale(new.status, new.paid_at)) execute function on_order_counted();

create or replace trigger order_counted after update of status, paid_at, total_cents, refunded_cents on orders
  for each row when (
    (is_sale(old.status, old.paid_at), old.paid_at, old.total_cents, old.refunded_cents)
    is distinct from (is_sale(new.status, new.paid_at), new.paid_at, new.total_cents, new.refunded_cents)
  ) execute function on_order_counted();

create or replace trigger order_deleted after delete on orders
  for each row when (is_sale(old.status, old.paid_at)) execute function on_order_counted();
