create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- search_simple: words as they are written, without accents. search_english: their English stems, and no stop words such as 'the'.
-- A text search configuration has no IF NOT EXISTS.
do $$ begin
  if not exists (select from pg_ts_config where cfgname = 'search_simple') then
    create text search configuration search_simple (copy = pg_catalog.simple);
  end if;
  if not exists (select from pg_ts_config where cfgname = 'search_english') then
    create text search configuration search_english (copy = pg_catalog.english);
  end if;
end $$;
alter text search configuration search_simple alter mapping for hword, hword_part, word with unaccent, simple;
alter text search configuration search_english alter mapping for hword, hword_part, word with unaccent, english_stem;

-- Replaces punctuation by spaces, because PostgreSQL's parser would take 'a/b' for a path and 'a.b' for a host name: 'wi-fi' becomes
-- two words. An apostrophe is removed, so that 'women''s' stays one word. By regular expressions, since translate() compares each character
-- with each of these, which takes as long as finding the words.
create or replace function search_normalize(input text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(input, '[''’`´]+', '', 'g'), '[-_/.\\,:;&+*#@()\[\]{}"!?|<>=%~]+', ' ', 'g');

-- The English stems of the words in a text: 'running shoes' gives run, shoe. Stop words give none.
create or replace function search_stems(input text) returns text[] language sql immutable strict parallel safe
  return tsvector_to_array(to_tsvector('search_english'::regconfig, search_normalize(input)));

-- The words in a text as they are written, in lower case and without accents.
create or replace function search_lexemes(input text) returns text[] language sql immutable strict parallel safe
  return tsvector_to_array(to_tsvector('search_simple'::regconfig, search_normalize(input)));

-- The words of a name, their stems, and its signs one by one, so that a search for '&' finds something.
create or replace function search_name_vector(name text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(search_lexemes(name) || search_stems(name)
    || string_to_array(regexp_replace(name, '[[:alnum:][:space:]]+', '', 'g'), null));

-- Prefixes of lexemes in products_search that stand for names of up to 16, 24 and 32 bytes, in this order.
create or replace function search_length_prefixes() returns text[] language sql immutable parallel safe
  return array['<<<', '<<', '<'];

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
