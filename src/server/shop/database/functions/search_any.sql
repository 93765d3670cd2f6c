-- A query for any of these lexemes; null if there are none. A tsvector prints as 'a' 'b', quoting included; joined by |, a tsquery parses
-- it.
create or replace function search_any(lexemes text[]) returns tsquery language sql immutable strict parallel safe
  return nullif(replace(array_to_tsvector(lexemes)::text, ''' ''', ''' | '''), '')::tsquery;
