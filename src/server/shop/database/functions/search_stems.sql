-- The English stems of the words in a text: 'running shoes' gives run, shoe. Stop words give none.
create or replace function search_stems(input text) returns text[] language sql immutable strict parallel safe
  return tsvector_to_array(to_tsvector('search_english'::regconfig, search_normalize(input)));
