-- A checkout that ends unpaid gives back its use of the discount code; if its payment arrives later, it takes the use again, even beyond
-- the limit. A trigger does it, so that no way of closing an order can forget it, nor a version of the shop that doesn't know codes.
create or replace function on_order_code_use() returns trigger language plpgsql as $$
declare
  counts boolean := new.status not in ('cancelled', 'expired');
  changed_code uuid;
begin
  update discount_code_uses set is_counted = counts where order_id = new.id and is_counted <> counts returning code_id into changed_code;
  update discount_codes set uses = uses + case when counts then 1 else -1 end where id = changed_code;
  return null;
end $$;

create or replace trigger order_code_use after update of status on orders
  for each row when (
    new.discount_code is not null and (old.status in ('cancelled', 'expired')) <> (new.status in ('cancelled', 'expired'))
  ) execute function on_order_code_use();
