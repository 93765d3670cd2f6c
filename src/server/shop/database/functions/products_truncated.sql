create or replace function on_products_truncated() returns trigger language plpgsql as $$ begin
  delete from price_counts;
  return null;
end $$;

create or replace trigger products_truncated after truncate on products for each statement execute function on_products_truncated();
