-- Databases that ran 0002 when it still made two tables get the one. Nothing to do elsewhere; functions/ fill it where it is empty.
do $$ begin
  if to_regclass('price_bucket_counts') is not null then
    drop table price_bucket_counts;
    truncate price_counts;
    drop index price_counts_price;
    alter table price_counts add column is_bucket boolean not null;
    create index price_counts_price on price_counts (is_bucket, price_cents, category_id, count);
  end if;
end $$;
