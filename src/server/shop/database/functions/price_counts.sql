-- The width, in cents, of the bucket that a price is in. All prices of a bucket share their first six binary digits, so it begins at price
-- - price % width, and is as wide as 1.6 to 3.1 % of its prices: 32 buckets from each power of two to the next; prices up to 63 cents have
-- a bucket each. After any change of this function a job counts all products again (derived-data.ts).
create or replace function price_bucket_width(price_cents integer) returns integer language sql immutable parallel safe
  return 1 << width_bucket(price_cents, '{64,128,256,512,1024,2048,4096,8192,16384,32768,65536,131072,262144,524288,1048576,2097152,4194304,8388608,16777216,33554432,67108864}'::int[]);

-- The two keys under which price_counts counts a price: the price itself, and the lowest price of its bucket.
create or replace function price_levels(cents integer) returns table (price_cents integer, is_bucket boolean)
  language sql immutable parallel safe rows 2
  begin atomic values (cents, false), (cents - cents % price_bucket_width(cents), true); end;

-- Adds the counts in `changes`, which are of single prices and may be negative, to price_counts: to the rows of the price and of its
-- bucket. Each takes a row that nobody has locked, or inserts another one. So no transaction waits for another that counts, whatever their
-- order, and none can deadlock; and there are never more rows than transactions that counted at once. All rows are locked before any is
-- written, and written by further statements: a statement doesn't see the version of a row that another transaction committed after it began,
-- though it locks that version.
create or replace function update_price_counts(changes price_counts[]) returns void language plpgsql as $$
declare
  spots tid[];
  counts price_counts[];
begin
  select array_agg(stored.spot), array_agg((w.category_id, w.price_cents, w.count + coalesce(stored.count, 0), w.is_bucket)::price_counts)
    into spots, counts
    from (
      select c.category_id, level.price_cents, sum(c.count)::int as count, level.is_bucket from unnest(changes) c, price_levels(c.price_cents) level
        group by c.category_id, level.price_cents, level.is_bucket having sum(c.count) <> 0
    ) w left join lateral (
      select ctid as spot, p.count from price_counts p
        where p.is_bucket = w.is_bucket and p.price_cents = w.price_cents and p.category_id = w.category_id limit 1 for update skip locked
    ) stored on true;
  if counts is null then return; end if;
  update price_counts p set count = w.count from unnest(spots, counts) w (spot, category_id, price_cents, count, is_bucket)
    where p.ctid = w.spot and w.count <> 0;
  delete from price_counts p using unnest(spots, counts) w (spot, category_id, price_cents, count, is_bucket) where p.ctid = w.spot and w.count = 0;
  insert into price_counts (category_id, price_cents, count, is_bucket)
    select w.category_id, w.price_cents, w.count, w.is_bucket from unnest(spots, counts) w (spot, category_id, price_cents, count, is_bucket)
    where w.spot is null;
end $$;

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
          select combination_of(category_id, further_category_ids) as category_id, price_cents, count(*) as count from products
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
