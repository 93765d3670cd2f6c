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
