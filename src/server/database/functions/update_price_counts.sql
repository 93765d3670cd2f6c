-- Adds the counts in `changes`, which may be negative, to price_counts. Sorted, so that two transactions lock the rows in the same order.
create or replace function update_price_counts(changes price_counts[]) returns void language sql
begin atomic
  insert into price_counts as stored
    select category_id, price_cents, sum(count) from unnest(changes) group by 1, 2 having sum(count) <> 0 order by 1, 2
    on conflict (category_id, price_cents) do update set count = stored.count + excluded.count;
  delete from price_counts using unnest(changes) change
    where price_counts.category_id = change.category_id and price_counts.price_cents = change.price_cents and price_counts.count = 0;
end;
