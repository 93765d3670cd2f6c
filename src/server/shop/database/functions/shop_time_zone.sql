-- The merchant's time zone, in which the shop's days begin. Call it as `(select shop_time_zone())`, so that a statement reads the setting
-- once and not for each row.
create or replace function shop_time_zone() returns text language sql stable
  return coalesce((select value ->> 'timeZone' from settings where key = 'shop-details'), 'UTC');
