-- The queries for one term of a search. A term is a word, or several words separated by blanks, any of which will do. The last term of a
-- search also matches words that begin with it. One call for each term, so that the shop can cache the answer: the same words are
-- searched for again and again.
--   anywhere      for products_search: the term in name, description or category
--   named, whole  for name_words: the term in the name; `whole` doesn't match a word that only begins with it
--   short_name    for products_search: the term in a name of each length of search_length_prefixes; null if a stop word is part of the
--                 term, because it has no stem
--   is_stop_word  the term has no stem
create or replace function search_term(term text, is_last boolean, is_alone boolean,
  out is_stop_word boolean, out anywhere tsquery, out named tsquery, out whole tsquery, out short_name tsquery[])
  language plpgsql stable strict set plan_cache_mode = force_generic_plan
as $$ declare
  stems text[] := search_stems(term);
  lexemes text[] := tsvector_to_array(search_name_vector(term));
  prefix text := (search_lexemes(term))[1];
  stop_words text[] := array(select lexeme from unnest(lexemes) lexeme where search_stems(lexeme) = '{}');
  completions text[] := '{}';
begin
  if is_last then
    completions := array(
      select word from vocabulary where is_in_name and word ~>=~ prefix and word ~<~ (prefix || chr(1114111)) order by length(word), word
      -- Half of all words begin with some letter or two; the shortest are enough.
      limit case when is_alone and length(term) < 3 then 5 else 25 end
    );
  end if;
  is_stop_word := cardinality(stems) = 0;
  whole := search_any(lexemes);
  named := search_any(lexemes || completions);
  if stop_words = '{}' then
    short_name := array(select search_any(array(select length_prefix || stem from unnest(stems) stem)) from unnest(search_length_prefixes()) length_prefix);
  end if;
  -- Stems are looked up in names and descriptions. Completions and stop words are looked up in names only: each lexeme more costs
  -- reading its list in the index.
  anywhere := search_any(stems || array(
    select '=' || stop_word from unnest(stop_words) stop_word
    union select '=' || lexeme from unnest(completions) word,
      unnest(case when search_stems(word) = '{}' then array[word] else search_stems(word) end) lexeme
      where not lexeme = any(stems)
  ) || array(select id::text from categories where name_words @@ named));
end $$;
