-- In another time zone, orders belong to other days. So all are counted again in the transaction that changes it. It waits for payments
-- that are being counted by the old zone, and payments that come meanwhile wait for it.
create or replace function on_time_zone_changed() returns trigger language plpgsql as $$ begin
  if coalesce(new.key, old.key) = 'shop-details' and coalesce(old.value ->> 'timeZone', 'UTC') <> coalesce(new.value ->> 'timeZone', 'UTC') then
    perform pg_advisory_xact_lock(hashtext('shop_time_zone'));
    perform rebuild_daily_stats();
    perform rebuild_product_stats();
  end if;
  return null;
end $$;

create or replace trigger time_zone_changed after insert or update or delete on settings
  for each row execute function on_time_zone_changed();
