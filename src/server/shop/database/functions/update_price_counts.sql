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
