-- A refund of single lines takes their pieces from what was sold, once the money went back, and gives them again should that fail: what
-- the order sold is taken away as it was before the change, and added as it is after it.
create or replace function on_refund_counted() returns trigger language plpgsql as $$ begin
  perform add_to_product_stats(new.order_id, case when tg_when = 'BEFORE' then -1 else 1 end);
  return new;
end $$;

create or replace trigger refund_counting before update of status on refunds
  for each row when ((old.status = 'succeeded') <> (new.status = 'succeeded')) execute function on_refund_counted();

create or replace trigger refund_counted after update of status on refunds
  for each row when ((old.status = 'succeeded') <> (new.status = 'succeeded')) execute function on_refund_counted();
