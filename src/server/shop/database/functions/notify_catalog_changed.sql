-- Tells every process, when the transaction commits, that all its cached responses are stale; see src/server/platform/cache.
create or replace function notify_catalog_changed() returns trigger language plpgsql as $$ begin
  perform pg_notify('catalog_changed', '');
  return null;
end $$;

create or replace trigger products_changed after truncate on products
  for each statement execute function notify_catalog_changed();

-- Products, searches and every page show their names.
create or replace trigger categories_changed after insert or update or delete or truncate on categories
  for each statement execute function notify_catalog_changed();

create or replace trigger settings_truncated after truncate on settings
  for each statement execute function notify_catalog_changed();

create or replace trigger stock_truncated after truncate on stock_movements
  for each statement execute function notify_catalog_changed();
