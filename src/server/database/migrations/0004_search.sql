-- Search stands on these functions; docs/decisions/0014 says how.
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
--> statement-breakpoint
-- Words as they are written, without accents …
CREATE TEXT SEARCH CONFIGURATION shop_words (COPY = pg_catalog.simple);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION shop_words ALTER MAPPING FOR hword, hword_part, word WITH unaccent, simple;
--> statement-breakpoint
-- … and what is left of them without their endings; fillers such as 'the' are none.
CREATE TEXT SEARCH CONFIGURATION shop_stems (COPY = pg_catalog.english);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION shop_stems ALTER MAPPING FOR hword, hword_part, word WITH unaccent, english_stem;
--> statement-breakpoint
-- Signs part words, apostrophes don't: 'wi-fi' is two words, 'women''s' is one. Left alone, the parser would see paths and hosts.
CREATE FUNCTION search_plain(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN translate(given, '-_/.\,:;&+*#@()[]{}"!?|<>=%~''’`´', repeat(' ', 28));
--> statement-breakpoint
CREATE FUNCTION search_stems(given text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN tsvector_to_array(to_tsvector('shop_stems'::regconfig, search_plain(given)));
--> statement-breakpoint
CREATE FUNCTION search_forms(given text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN tsvector_to_array(to_tsvector('shop_words'::regconfig, search_plain(given)));
--> statement-breakpoint
-- A name's words, their stems, and its signs.
CREATE FUNCTION search_name(name text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN array_to_tsvector(search_forms(name) || search_stems(name)
    || string_to_array(regexp_replace(name, '[[:alnum:][:space:]]', '', 'g'), null));
--> statement-breakpoint
-- All that finds a product: what its name holds with '=' before it, the stems of its description, its category's id.
CREATE FUNCTION search_words(name text, description text, category_id uuid) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN array_to_tsvector(ARRAY(SELECT '=' || it FROM unnest(tsvector_to_array(search_name(name))) it)
    || search_stems(description) || category_id::text);
--> statement-breakpoint
CREATE TABLE "price_counts" (
	"category_id" uuid NOT NULL,
	"price_cents" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "price_counts_category_id_price_cents_pk" PRIMARY KEY("category_id","price_cents")
);
--> statement-breakpoint
CREATE TABLE "vocabulary" (
	"word" text PRIMARY KEY NOT NULL,
	"is_in_name" boolean NOT NULL
);
--> statement-breakpoint
DROP INDEX "products_category";--> statement-breakpoint
DROP INDEX "products_newest";--> statement-breakpoint
DROP INDEX "products_name";--> statement-breakpoint
ALTER TABLE "categories" ADD COLUMN "name_words" "tsvector" GENERATED ALWAYS AS (search_name(name)) STORED;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "sort_name" text GENERATED ALWAYS AS (lower(name)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "name_words" "tsvector" GENERATED ALWAYS AS (search_name(name)) STORED;--> statement-breakpoint
ALTER TABLE "price_counts" ADD CONSTRAINT "price_counts_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vocabulary_start" ON "vocabulary" USING btree ("word" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "vocabulary_length" ON "vocabulary" USING btree (length("word"));--> statement-breakpoint
CREATE INDEX "vocabulary_parts" ON "vocabulary" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_category_newest" ON "products" USING btree ("category_id","created_at" DESC NULLS LAST,"id","price_cents");--> statement-breakpoint
CREATE INDEX "products_category_price" ON "products" USING btree ("category_id","price_cents","id");--> statement-breakpoint
CREATE INDEX "products_category_name" ON "products" USING btree ("category_id","sort_name","id","price_cents");--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin (search_words("name", "description", "category_id")) WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("created_at" DESC NULLS LAST,"id","price_cents");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("sort_name","id","price_cents");
--> statement-breakpoint
-- Any of these lexemes; what a tsvector prints is what a tsquery reads, but for the signs between.
CREATE FUNCTION search_any(lexemes text[]) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN nullif(replace(array_to_tsvector(lexemes)::text, ''' ''', ''' | '''), '')::tsquery;
--> statement-breakpoint
-- What the terms ask. Each term is a word, or several of which one will do; of the last, the start is enough. `anywhere` asks
-- products_search: every term in name, description or category; fillers are left out, unless there is nothing else. `named` and
-- `whole` ask name_words: every term in the name, and the last one not only begun.
CREATE FUNCTION search_queries(terms text[], OUT anywhere tsquery, OUT named tsquery, OUT whole tsquery) LANGUAGE plpgsql STABLE STRICT
  SET plan_cache_mode = force_generic_plan
AS $$ BEGIN
  WITH asked AS (
    SELECT nr, search_stems(term) AS stems, tsvector_to_array(search_name(term)) AS forms,
      CASE WHEN nr = cardinality(terms) THEN ARRAY(
        SELECT word FROM vocabulary, (SELECT (search_forms(term))[1]) begun (start)
        WHERE is_in_name AND word ~>=~ start AND word ~<~ (start || chr(1114111)) ORDER BY length(word), word LIMIT 25
      ) ELSE '{}' END AS begun
    FROM unnest(terms) WITH ORDINALITY AS it(term, nr)
  ), lists AS (
    SELECT nr, search_any(forms) AS whole, search_any(forms || begun) AS named,
      CASE WHEN cardinality(stems) > 0 OR NOT EXISTS (SELECT 1 FROM asked WHERE cardinality(stems) > 0) THEN
        search_any(ARRAY(SELECT '=' || it FROM unnest(forms || begun) it) || stems
          || ARRAY(SELECT id::text FROM categories WHERE name_words @@ search_any(forms || begun))) END AS anywhere
    FROM asked
  )
  SELECT string_agg('(' || lists.anywhere::text || ')', ' & ')::tsquery, string_agg('(' || lists.named::text || ')', ' & ')::tsquery,
    string_agg('(' || lists.whole::text || ')', ' & ')::tsquery INTO anywhere, named, whole FROM lists;
END $$;
--> statement-breakpoint
CREATE FUNCTION learn_words(names text[], descriptions text[]) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO vocabulary (word, is_in_name)
    SELECT word, bool_or(is_in_name) FROM (
      SELECT unnest(search_forms(name)) AS word, true AS is_in_name FROM unnest(names) name
      UNION ALL SELECT unnest(search_forms(description)), false FROM unnest(descriptions) description
    ) words WHERE length(word) <= 40 GROUP BY word ORDER BY word
    ON CONFLICT (word) DO UPDATE SET is_in_name = true WHERE excluded.is_in_name AND NOT vocabulary.is_in_name;
END;
--> statement-breakpoint
-- In one order, so that two who change many products never wait for each other.
CREATE FUNCTION count_prices(changed price_counts[]) RETURNS void LANGUAGE sql
BEGIN ATOMIC
  INSERT INTO price_counts AS known
    SELECT category_id, price_cents, sum(count) FROM unnest(changed) GROUP BY 1, 2 HAVING sum(count) <> 0 ORDER BY 1, 2
    ON CONFLICT (category_id, price_cents) DO UPDATE SET count = known.count + excluded.count;
  DELETE FROM price_counts USING unnest(changed) it
    WHERE price_counts.category_id = it.category_id AND price_counts.price_cents = it.price_cents AND price_counts.count = 0;
END;
--> statement-breakpoint
CREATE FUNCTION on_products_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM learn_words(array_agg(name), array_agg(description)) FROM added;
  PERFORM count_prices(array_agg((category_id, price_cents, 1)::price_counts)) FROM added;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION on_products_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM count_prices(array_agg((category_id, price_cents, -1)::price_counts)) FROM removed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION on_product_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM count_prices(ARRAY[(old.category_id, old.price_cents, -1)::price_counts, (new.category_id, new.price_cents, 1)::price_counts]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION on_product_renamed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM learn_words(ARRAY[new.name], ARRAY[new.description]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION on_category_named() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM learn_words(ARRAY[new.name], '{}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION on_products_emptied() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  DELETE FROM price_counts;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_added AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION on_products_added();
--> statement-breakpoint
CREATE TRIGGER products_removed AFTER DELETE ON products REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION on_products_removed();
--> statement-breakpoint
CREATE TRIGGER products_emptied AFTER TRUNCATE ON products FOR EACH STATEMENT EXECUTE FUNCTION on_products_emptied();
--> statement-breakpoint
-- By row and by column: a purchase, which changes the stock alone, doesn't touch them.
CREATE TRIGGER products_moved AFTER UPDATE OF category_id, price_cents ON products FOR EACH ROW
  WHEN ((old.category_id, old.price_cents) IS DISTINCT FROM (new.category_id, new.price_cents)) EXECUTE FUNCTION on_product_moved();
--> statement-breakpoint
CREATE TRIGGER products_renamed AFTER UPDATE OF name, description ON products FOR EACH ROW
  WHEN ((old.name, old.description) IS DISTINCT FROM (new.name, new.description)) EXECUTE FUNCTION on_product_renamed();
--> statement-breakpoint
CREATE TRIGGER categories_named AFTER INSERT OR UPDATE OF name ON categories FOR EACH ROW EXECUTE FUNCTION on_category_named();
--> statement-breakpoint
SELECT count_prices(array_agg((category_id, price_cents, 1)::price_counts)) FROM products;
--> statement-breakpoint
SELECT learn_words(array_agg(name), array_agg(description)) FROM products;
--> statement-breakpoint
SELECT learn_words(array_agg(name), '{}') FROM categories;
