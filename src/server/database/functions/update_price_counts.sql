-- Adds the counts in `changes`, which are of single prices and may be negative, to price_counts: to the rows of the price and of its
-- bucket. Each takes a row that nobody has locked, or inserts another one. So no transaction waits for another that counts, whatever their
-- order, and none can deadlock; and there are never more rows than transactions that counted at once.
create or replace function update_price_counts(changes price_counts[]) returns void language plpgsql as $$
declare
  change price_counts;
  stored record;
begin
  for change in select c.category_id, level.price_cents, sum(c.count), level.is_bucket
    from unnest(changes) c, price_levels(c.price_cents) level
    group by c.category_id, level.price_cents, level.is_bucket having sum(c.count) <> 0
  loop
    select ctid as spot, count into stored from price_counts
      where is_bucket = change.is_bucket and price_cents = change.price_cents and category_id = change.category_id
      limit 1 for update skip locked;
    if not found then
      insert into price_counts values (change.*);
    elsif stored.count + change.count = 0 then
      delete from price_counts where ctid = stored.spot;
    else
      update price_counts set count = stored.count + change.count where ctid = stored.spot;
    end if;
  end loop;
end $$;
