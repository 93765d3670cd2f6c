-- A content page's text is the setting `text:<page>`, and settings that no page shows are called `private:<name>`. Every other setting is
-- shown on every page.
create or replace function on_setting_changed() returns trigger language plpgsql as $$
declare
  changed_key text := coalesce(new.key, old.key);
begin
  -- In another time zone, orders belong to other days. So all are counted again in the transaction that changes it. It waits for payments
  -- that are being counted by the old zone, and payments that come meanwhile wait for it.
  if changed_key = 'shop-details' and coalesce(old.value ->> 'timeZone', 'UTC') <> coalesce(new.value ->> 'timeZone', 'UTC') then
    perform pg_advisory_xact_lock(hashtext('shop_time_zone'));
    perform rebuild_daily_stats();
    perform rebuild_product_stats();
  end if;
  if changed_key not like 'private:%' then
    perform notify_change_of(case when changed_key like 'text:%' then changed_key else '' end);
  end if;
  return null;
end $$;

create or replace trigger setting_changed after insert or update or delete on settings
  for each row execute function on_setting_changed();
