-- All lexemes by which a search finds a product; the index products_search is made of them.
-- '=word': a word, stem or sign of the name, for searches in names only. '<stem': the same for short names only, which rank first
-- and so can be found without reading the others (see search_length_prefixes). Without a prefix: stems of name and description, so that a
-- whole word is one list of the index. The category's id rather than its name: renaming it rewrites no products.
create or replace function search_vector(name text, description text, category_id uuid) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(array(select '=' || lexeme from unnest(tsvector_to_array(search_name_vector(name))) lexeme)
    || array(select prefix || stem from unnest(search_length_prefixes()) with ordinality prefixes (prefix, nr), unnest(search_stems(name)) stem
      where octet_length(lower(name)) <= 8 + 8 * nr)
    || search_stems(name) || search_stems(description) || category_id::text);
