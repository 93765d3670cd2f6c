-- Adds the counts in `changes`, which may be negative, to price_counts and price_bucket_counts. Each takes a row of the category and price
-- that nobody has locked, and where there is none inserts another. So no transaction waits for one that counts too, in whatever order they
-- change what, and none can deadlock; and there are never more rows than transactions that counted at once.
create or replace function update_price_counts(changes price_counts[]) returns void language plpgsql as $$
declare
  change record;
  stored record;
begin
  for change in
    select category_id, price_cents, sum(count)::int as count from unnest(changes) group by 1, 2 having sum(count) <> 0
  loop
    select ctid as spot, count into stored from price_counts
      where price_cents = change.price_cents and category_id = change.category_id limit 1 for update skip locked;
    if not found then
      insert into price_counts values (change.category_id, change.price_cents, change.count);
    elsif stored.count + change.count = 0 then
      delete from price_counts where ctid = stored.spot;
    else
      update price_counts set count = stored.count + change.count where ctid = stored.spot;
    end if;
  end loop;
  for change in
    select category_id, price_cents - price_cents % price_bucket_width(price_cents) as lowest_cents, sum(count)::int as count
      from unnest(changes) group by 1, 2 having sum(count) <> 0
  loop
    select ctid as spot, count into stored from price_bucket_counts
      where lowest_cents = change.lowest_cents and category_id = change.category_id limit 1 for update skip locked;
    if not found then
      insert into price_bucket_counts values (change.category_id, change.lowest_cents, change.count);
    elsif stored.count + change.count = 0 then
      delete from price_bucket_counts where ctid = stored.spot;
    else
      update price_bucket_counts set count = stored.count + change.count where ctid = stored.spot;
    end if;
  end loop;
end $$;
