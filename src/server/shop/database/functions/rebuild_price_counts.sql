-- Adds to price_counts what it lacks of active products at these prices, and takes away what it has too much. They are whole buckets, or all
-- prices that there are. A single statement sees either both a product and what its trigger has counted of it, or neither, so nobody has to
-- wait meanwhile. Returns how many counts were wrong.
create or replace function recount_prices(lowest bigint, highest bigint) returns integer language plpgsql as $$
declare wrong integer;
begin
  -- One at a time; the next statement sees what the one before has added.
  perform pg_advisory_xact_lock(hashtext('recount_prices'));
  insert into price_counts
    select category_id, price_cents, sum(count), is_bucket from (
      select category_id, level.price_cents, count, level.is_bucket
        from (
          select category_id, price_cents, count(*) as count from products
            where status = 'active' and price_cents >= lowest and price_cents <= highest group by 1, 2
        ) counted, price_levels(counted.price_cents) level
      union all
      select category_id, price_cents, -count, is_bucket from price_counts
        where is_bucket in (true, false) and price_cents >= lowest and price_cents <= highest
    ) compared group by 1, 2, 4 having sum(count) <> 0;
  get diagnostics wrong = row_count;
  -- Makes one row again of those that belong together, unless somebody is changing them.
  with several as (
    select category_id, price_cents, is_bucket from price_counts
      where is_bucket in (true, false) and price_cents >= lowest and price_cents <= highest group by 1, 2, 3 having count(*) > 1
  ), spots as materialized (
    select p.ctid as spot from price_counts p join several using (category_id, price_cents, is_bucket) for update of p skip locked
  ), removed as (
    delete from price_counts where ctid = any(array(select spot from spots)) returning *
  )
  insert into price_counts
    select category_id, price_cents, sum(count), is_bucket from removed group by 1, 2, 4 having sum(count) <> 0;
  return wrong;
end $$;

-- Counts all active products again: for an operator to whom `verify` has reported wrong counts. After a change of price_bucket_width a job does
-- it piece by piece (derived-data.ts).
create or replace function rebuild_price_counts() returns void language plpgsql as $$ begin
  perform recount_prices(0, 2147483647);
end $$;

-- Only if the triggers have just been created: before, nothing was counted.
do $$ begin
  if not exists (select from price_counts) then perform rebuild_price_counts(); end if;
end $$;
