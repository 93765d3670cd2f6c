-- Tells every process, when the transaction commits, that its cached responses are stale; see src/server/response-cache.
create or replace function notify_catalog_changed() returns trigger language plpgsql as $$ begin
  perform pg_notify('catalog_changed', '');
  return null;
end $$;

-- Not of `quantity`, which a checkout updates: commits that notify wait for each other.
create or replace trigger products_changed after insert or delete or truncate or
  update of id, name, slug, description, price_cents, shipping, category_id, image_id, created_at on products
  for each statement execute function notify_catalog_changed();

create or replace trigger categories_changed after insert or update or delete or truncate on categories
  for each statement execute function notify_catalog_changed();

create or replace trigger settings_changed after insert or update or delete or truncate on settings
  for each statement execute function notify_catalog_changed();

create or replace trigger stock_adjusted after insert on stock_movements
  for each row when (new.kind in ('import', 'edit', 'return')) execute function notify_catalog_changed();

create or replace trigger stock_truncated after truncate on stock_movements
  for each statement execute function notify_catalog_changed();
