-- The two keys under which price_counts counts a price: the price itself, and the lowest price of its bucket.
create or replace function price_levels(cents integer) returns table (price_cents integer, is_bucket boolean)
  language sql immutable parallel safe rows 2
  begin atomic values (cents, false), (cents - cents % price_bucket_width(cents), true); end;
