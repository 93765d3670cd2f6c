-- Replaces punctuation by spaces, because PostgreSQL's parser would take 'a/b' for a path and 'a.b' for a host name: 'wi-fi' becomes
-- two words. An apostrophe is removed, so that 'women''s' stays one word. By regular expressions, since translate() compares each character
-- with each of these, which takes as long as finding the words.
create or replace function search_normalize(input text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(input, '[''’`´]+', '', 'g'), '[-_/.\\,:;&+*#@()\[\]{}"!?|<>=%~]+', ' ', 'g');
