-- A query for any of these lexemes; null if there are none. A tsvector prints as 'a' 'b', quoting included; joined by |, a tsquery parses
-- it.
create or replace function search_any(lexemes text[]) returns tsquery language sql immutable strict parallel safe
  return nullif(replace(array_to_tsvector(lexemes)::text, ''' ''', ''' | '''), '')::tsquery;

-- About how many products a query finds, by the planner's statistics, without reading any: counting what a third of a million products
-- have takes longer than a search may. Without statistics it is the same small number for every query.
-- Volatile, because EXPLAIN is allowed in no other function.
create or replace function search_estimate(asked tsquery) returns integer language plpgsql strict as $$
declare
  plan json;
begin
  execute format('explain (format json) select from products where search_vector(name, description, category_id) @@ %L::tsquery', asked::text) into plan;
  return plan -> 0 -> 'Plan' -> 'Plan Rows';
end $$;

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
  -- Products of a category are found by its name, and by those of the categories above it.
  ) || array(
    with recursive found as (
      select id from categories where name_words @@ named
      union select c.id from categories c join found on c.parent_id = found.id
    ) select id::text from found
  ));
end $$;

-- Adds the words of names and descriptions to the vocabulary. Known ones are left out first: "on conflict" locks the rows that it finds,
-- also those that it doesn't change, and all products share words. Sorted, so that two statements lock new words in the same order.
create or replace function add_to_vocabulary(names text[], descriptions text[]) returns void language sql
begin atomic
  insert into vocabulary (word, is_in_name)
    select word, is_in_name from (
      select word, bool_or(is_in_name) as is_in_name from (
        select unnest(search_lexemes(name)) as word, true as is_in_name from unnest(names) name
        union all select unnest(search_lexemes(description)), false from unnest(descriptions) description
      ) found where length(word) <= 40 group by word
    ) words where not exists (
      select from vocabulary known where known.word = words.word and (known.is_in_name or not words.is_in_name)
    ) order by word
    on conflict (word) do update set is_in_name = true where excluded.is_in_name and not vocabulary.is_in_name;
end;
