-- When a refund of single lines succeeds, its pieces no longer count as sold; if it fails afterwards, they count again. The trigger
-- subtracts what the order sold before the change, and adds what it sold after.
create or replace function on_refund_counted() returns trigger language plpgsql as $$ begin
  perform add_to_product_stats(new.order_id, case when tg_when = 'BEFORE' then -1 else 1 end);
  return new;
end $$;

create or replace trigger refund_counting before update of status on refunds
  for each row when ((old.status = 'succeeded') <> (new.status = 'succeeded')) execute function on_refund_counted();

create or replace trigger refund_counted after update of status on refunds
  for each row when ((old.status = 'succeeded') <> (new.status = 'succeeded')) execute function on_refund_counted();
