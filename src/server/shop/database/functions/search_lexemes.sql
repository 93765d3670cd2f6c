-- The words in a text as they are written, in lower case and without accents.
create or replace function search_lexemes(input text) returns text[] language sql immutable strict parallel safe
  return tsvector_to_array(to_tsvector('search_simple'::regconfig, search_normalize(input)));
