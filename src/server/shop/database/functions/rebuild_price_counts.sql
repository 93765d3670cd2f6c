-- Counts all active products again: for an operator to whom `verify` has reported wrong counts, and after a change of price_bucket_width.
create or replace function rebuild_price_counts() returns void language plpgsql as $$ begin
  -- Changes wait meanwhile, and are counted afterwards.
  lock table products in share row exclusive mode;
  delete from price_counts;
  insert into price_counts
    select category_id, level.price_cents, sum(count), level.is_bucket
      from (select category_id, price_cents, count(*) as count from products where status = 'active' group by 1, 2) counted, price_levels(counted.price_cents) level
      group by 1, 2, 4;
end $$;

-- Only if the triggers have just been created: they lock the table until this has counted the existing products.
do $$ begin
  if not exists (select from price_counts) then perform rebuild_price_counts(); end if;
end $$;
