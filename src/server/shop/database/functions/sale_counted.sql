-- For an order's products: subtracts what the order sold before a change, and adds what it sold after. Before a deletion, because the lines
-- are deleted first. The triggers' names sort before order_counted, so that all transactions lock rows of products before those of days.
create or replace function on_sale_counted() returns trigger language plpgsql as $$ begin
  perform add_to_product_stats(old.id, case when tg_when = 'BEFORE' then -1 else 1 end);
  return case when tg_op = 'DELETE' then old else new end;
end $$;

create or replace trigger order_ends_sale before update of status, paid_at on orders
  for each row when (
    is_sale(old.status, old.paid_at) and (not is_sale(new.status, new.paid_at) or old.paid_at <> new.paid_at)
  ) execute function on_sale_counted();

create or replace trigger order_begins_sale after update of status, paid_at on orders
  for each row when (
    is_sale(new.status, new.paid_at) and (not is_sale(old.status, old.paid_at) or old.paid_at <> new.paid_at)
  ) execute function on_sale_counted();

create or replace trigger order_ends_with_sale before delete on orders
  for each row when (is_sale(old.status, old.paid_at)) execute function on_sale_counted();
