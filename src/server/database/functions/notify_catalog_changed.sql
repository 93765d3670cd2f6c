-- Tells every process, when the transaction commits, that all its cached responses are stale; see src/server/response-cache.
create or replace function notify_catalog_changed() returns trigger language plpgsql as $$ begin
  perform pg_notify('catalog_changed', '');
  return null;
end $$;

-- Every page shows the categories, with the number of their products and the picture of the newest.
create or replace trigger products_changed after insert or delete or truncate on products
  for each statement execute function notify_catalog_changed();

create or replace trigger product_moved after update of id, category_id, image_id, created_at on products
  for each row when (
    row(old.id, old.category_id, old.image_id, old.created_at) is distinct from row(new.id, new.category_id, new.image_id, new.created_at)
  ) execute function notify_catalog_changed();

create or replace trigger categories_changed after insert or update or delete or truncate on categories
  for each statement execute function notify_catalog_changed();

create or replace trigger settings_truncated after truncate on settings
  for each statement execute function notify_catalog_changed();

create or replace trigger stock_truncated after truncate on stock_movements
  for each statement execute function notify_catalog_changed();
