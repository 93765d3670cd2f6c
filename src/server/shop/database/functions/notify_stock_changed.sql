create or replace function notify_stock_changed() returns trigger language plpgsql as $$ begin
  perform notify_change_of('stock:' || new.product_id);
  return null;
end $$;

create or replace trigger stock_adjusted after insert on stock_movements
  for each row when (new.kind in ('import', 'edit', 'return')) execute function notify_stock_changed();
