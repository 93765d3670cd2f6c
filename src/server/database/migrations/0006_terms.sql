-- What one term asks: a word, or several parted by blanks, of which one will do; of the last term of a search the start is
-- enough. `anywhere` asks products_search: the term in name, description or category. `named` and `whole` ask name_words: the
-- term in the name, and not only begun. A filler such as 'the' finds nothing that was meant. Each term alone, so that the shop
-- can remember it: people search by the same words again and again.
CREATE FUNCTION search_term(term text, is_last boolean, is_alone boolean,
  OUT is_filler boolean, OUT anywhere tsquery, OUT named tsquery, OUT whole tsquery) LANGUAGE plpgsql STABLE STRICT
  SET plan_cache_mode = force_generic_plan
AS $$ DECLARE
  stems text[] := search_stems(term);
  forms text[] := tsvector_to_array(search_name(term));
  start text := (search_forms(term))[1];
  begun text[] := '{}';
BEGIN
  IF is_last THEN
    begun := ARRAY(
      SELECT word FROM vocabulary WHERE is_in_name AND word ~>=~ start AND word ~<~ (start || chr(1114111)) ORDER BY length(word), word
      -- A letter or two alone begin half of all words: the shortest will do.
      LIMIT CASE WHEN is_alone AND length(term) < 3 THEN 5 ELSE 25 END
    );
  END IF;
  is_filler := cardinality(stems) = 0;
  whole := search_any(forms);
  named := search_any(forms || begun);
  -- A stem finds all its words; each list more costs its length.
  anywhere := search_any(ARRAY(
    SELECT '=' || unnest(CASE WHEN search_stems(it) = '{}' THEN ARRAY[it] ELSE search_stems(it) END) FROM unnest(forms || begun) it
  ) || stems || ARRAY(SELECT id::text FROM categories WHERE name_words @@ named));
END $$;
--> statement-breakpoint
DROP FUNCTION search_queries(text[]);
