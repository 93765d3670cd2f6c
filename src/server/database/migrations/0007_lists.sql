-- For the sweep of pictures that nothing shows.
CREATE INDEX "products_image" ON "products" USING btree ("image_id");--> statement-breakpoint
-- The category stands in every order's index: with many categories chosen, a far page reads no row in vain.
DROP INDEX "products_newest";--> statement-breakpoint
DROP INDEX "products_price";--> statement-breakpoint
DROP INDEX "products_name";--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at" DESC NULLS LAST,"id","price_cents","category_id");--> statement-breakpoint
CREATE INDEX "products_price" ON "products" USING btree ("price_cents","id","category_id");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("sort_name","id","price_cents","category_id");--> statement-breakpoint
-- A name's stems stand beside its description's too, so that a word that was typed whole is one list of the index, not two; and
-- those of names of up to 16, 24 and 32 bytes once more behind a mark each, so that the short ones, which come first, are found
-- without the others.
DROP INDEX "products_search";--> statement-breakpoint
CREATE FUNCTION search_marks() RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN ARRAY['<<<', '<<', '<'];--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_words(name text, description text, category_id uuid) RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN array_to_tsvector(ARRAY(SELECT '=' || it FROM unnest(tsvector_to_array(search_name(name))) it)
    || ARRAY(SELECT mark || stem FROM unnest(search_marks()) WITH ORDINALITY marks (mark, nr), unnest(search_stems(name)) stem
      WHERE octet_length(lower(name)) <= 8 + 8 * nr)
    || search_stems(name) || search_stems(description) || category_id::text);--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin (search_words("name", "description", "category_id")) WITH (fastupdate=false);--> statement-breakpoint
DROP FUNCTION search_term(text, boolean, boolean);--> statement-breakpoint
-- As before; `brief` asks products_search for the term in the name, at each mark. Null where a filler would do for the term: it has
-- no stem.
CREATE FUNCTION search_term(term text, is_last boolean, is_alone boolean,
  OUT is_filler boolean, OUT anywhere tsquery, OUT named tsquery, OUT whole tsquery, OUT brief tsquery[]) LANGUAGE plpgsql STABLE STRICT
  SET plan_cache_mode = force_generic_plan
AS $$ DECLARE
  stems text[] := search_stems(term);
  forms text[] := tsvector_to_array(search_name(term));
  start text := (search_forms(term))[1];
  fillers text[] := ARRAY(SELECT it FROM unnest(forms) it WHERE search_stems(it) = '{}');
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
  IF fillers = '{}' THEN
    brief := ARRAY(SELECT search_any(ARRAY(SELECT mark || stem FROM unnest(stems) stem)) FROM unnest(search_marks()) mark);
  END IF;
  -- A stem finds all its words. What is only begun, and what has no stem, is asked of names alone: each list more costs its length.
  anywhere := search_any(stems || ARRAY(
    SELECT '=' || it FROM unnest(fillers) it
    UNION SELECT '=' || lexeme FROM unnest(begun) word,
      unnest(CASE WHEN search_stems(word) = '{}' THEN ARRAY[word] ELSE search_stems(word) END) lexeme
      WHERE NOT lexeme = ANY(stems)
  ) || ARRAY(SELECT id::text FROM categories WHERE name_words @@ named));
END $$;
