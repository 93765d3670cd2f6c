-- A query for any of these lexemes; null for none. A tsvector prints as 'a' 'b', which joined by | is what a tsquery parses: quoting included.
create or replace function search_any(lexemes text[]) returns tsquery language sql immutable strict parallel safe
  return nullif(replace(array_to_tsvector(lexemes)::text, ''' ''', ''' | '''), '')::tsquery;
