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
