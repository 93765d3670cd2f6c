-- Counts all orders and customers anew, for an operator whom `verify` has told that the statistics are wrong.
create or replace function rebuild_daily_stats() returns void language plpgsql as $$ begin
  -- What is sold or refunded meanwhile waits, and is added afterwards.
  lock table orders, users in share row exclusive mode;
  delete from daily_stats;
  insert into daily_stats
    select (at at time zone 'UTC')::date, 0, sum(orders), sum(cents), sum(customers) from (
      select paid_at as at, 1 as orders, total_cents - refunded_cents as cents, 0 as customers from orders where is_sale(status, paid_at)
      union all
      select created_at, 0, 0, 1 from users where role = 0
    ) counted group by 1;
end $$;

-- Where the triggers have just been created: they hold the tables locked until this has counted what there was before.
do $$ begin
  if not exists (select from daily_stats) then perform rebuild_daily_stats(); end if;
end $$;
