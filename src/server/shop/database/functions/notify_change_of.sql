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
