-- The width, in cents, of the bucket that a price is in. All prices of a bucket share their first six binary digits, so it begins at price
-- - price % width, and is as wide as 1.6 to 3.1 % of its prices: 32 buckets from each power of two to the next; prices up to 63 cents have
-- a bucket each. After any change of this function a job counts all products again (derived-data.ts).
create or replace function price_bucket_width(price_cents integer) returns integer language sql immutable parallel safe
  return 1 << width_bucket(price_cents, '{64,128,256,512,1024,2048,4096,8192,16384,32768,65536,131072,262144,524288,1048576,2097152,4194304,8388608,16777216,33554432,67108864}'::int[]);
