-- Notifies of a change that only some responses show, in the form that src/server/platform/cache/dependencies.ts reads. After a hundred
-- changes, a transaction notifies that all responses are stale instead, because its notifications are kept in memory until it commits.
create or replace function notify_change_of(change text) returns void language plpgsql as $$
declare
  changes int := coalesce(nullif(current_setting('storefront.changes', true), '')::int, 0);
begin
  if changes > 100 then return; end if;
  perform set_config('storefront.changes', (changes + 1)::text, true);
  perform pg_notify('catalog_changed', case when changes = 100 then '' else change end);
end $$;

-- Tells the response caches of stock that changed. Sales only on the embedded database, which is opened with this setting: on a server, commits
-- that notify would wait for each other.
create or replace function on_stock_moved() returns trigger language plpgsql as $$ begin
  if new.kind in ('import', 'edit', 'return') then perform notify_change_of('stock:' || new.product_id);
  else perform pg_notify('stock_sold', new.product_id::text);
  end if;
  return null;
end $$;

create or replace trigger stock_moved after insert on stock_movements for each row when (
    new.kind in ('import', 'edit', 'return')
    or (new.kind in ('reserve', 'release') and current_setting('storefront.notify_sales', true) = 'on')
  ) execute function on_stock_moved();
