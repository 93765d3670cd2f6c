-- A customer counts on the day of their registration; admins don't count.
create or replace function on_customer_recounted() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' and (old.role, old.created_at) is not distinct from (new.role, new.created_at) then return null; end if;
  if old.role = 0 then perform add_to_daily_stats(old.created_at, 0, 0, -1); end if;
  if tg_op = 'UPDATE' and new.role = 0 then perform add_to_daily_stats(new.created_at, 0, 0, 1); end if;
  return null;
end $$;

create or replace trigger customer_counted after delete or update of role, created_at on users
  for each row execute function on_customer_recounted();

-- Once per statement: importing many customers registers them all on one day, and each update of a row has to skip all versions of it that
-- the same statement made before.
create or replace function on_customers_inserted() returns trigger language plpgsql as $$ begin
  if not exists (select from inserted where role = 0) then return null; end if;
  -- Before the days are computed, which depends on the time zone too.
  perform hold_time_zone();
  perform add_to_daily_stats(min(created_at), 0, 0, count(*)::int) from inserted where role = 0
    group by (created_at at time zone (select shop_time_zone()))::date;
  return null;
end $$;

create or replace trigger customers_inserted after insert on users
  referencing new table as inserted for each statement execute function on_customers_inserted();
