-- A customer is listed once, with the first order that was paid, or that was made as a guest and added to the account.
create or replace function on_order_placed() returns trigger language plpgsql as $$ begin
  insert into customers_with_orders select id, created_at from users where id = new.user_id on conflict do nothing;
  return null;
end $$;

create or replace trigger order_placed after insert or update of status, user_id on orders
  for each row when (new.user_id is not null and new.status not in ('pending', 'cancelled', 'expired')) execute function on_order_placed();
