-- How many cents wide the bucket is that a price is in. Its prices have their first six binary digits in common, so it begins at
-- price - price % width and is 1.6 to 3.1 % of its prices wide: 32 buckets from each power of two to the next, and all prices up to 63
-- cents alone. After any change, rebuild_price_counts().
create or replace function price_bucket_width(price_cents integer) returns integer language sql immutable parallel safe
  return 1 << width_bucket(price_cents, '{64,128,256,512,1024,2048,4096,8192,16384,32768,65536,131072,262144,524288,1048576,2097152,4194304,8388608,16777216,33554432,67108864}'::int[]);
