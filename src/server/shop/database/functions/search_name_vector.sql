-- The words of a name, their stems, and its signs one by one, so that a search for '&' finds something.
create or replace function search_name_vector(name text) returns tsvector language sql immutable strict parallel safe
  return array_to_tsvector(search_lexemes(name) || search_stems(name)
    || string_to_array(regexp_replace(name, '[[:alnum:][:space:]]+', '', 'g'), null));
