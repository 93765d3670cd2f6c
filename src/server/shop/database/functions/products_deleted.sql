create or replace function on_products_deleted() returns trigger language plpgsql as $$ begin
  perform update_price_counts(array_agg((category_id, price_cents, -1, false)::price_counts)) from deleted where status = 'active';
  return null;
end $$;

create or replace trigger products_deleted after delete on products
  referencing old table as deleted for each statement execute function on_products_deleted();
