create or replace function on_products_inserted() returns trigger language plpgsql as $$ begin
  perform add_to_vocabulary(array_agg(name), array_agg(description)) from inserted where status = 'active';
  perform update_price_counts(array_agg((category_id, price_cents, 1, false)::price_counts)) from inserted where status = 'active';
  return null;
end $$;

create or replace trigger products_inserted after insert on products
  referencing new table as inserted for each statement execute function on_products_inserted();
