-- Adds the words of names and descriptions to the vocabulary. Sorted, so that two transactions lock the rows in the same order.
create or replace function add_to_vocabulary(names text[], descriptions text[]) returns void language sql
begin atomic
  insert into vocabulary (word, is_in_name)
    select word, bool_or(is_in_name) from (
      select unnest(search_lexemes(name)) as word, true as is_in_name from unnest(names) name
      union all select unnest(search_lexemes(description)), false from unnest(descriptions) description
    ) words where length(word) <= 40 group by word order by word
    on conflict (word) do update set is_in_name = true where excluded.is_in_name and not vocabulary.is_in_name;
end;
