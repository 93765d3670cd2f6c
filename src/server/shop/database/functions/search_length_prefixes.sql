-- Prefixes of lexemes in products_search that stand for names of up to 16, 24 and 32 bytes, in this order.
create or replace function search_length_prefixes() returns text[] language sql immutable parallel safe
  return array['<<<', '<<', '<'];
