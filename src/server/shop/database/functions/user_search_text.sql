-- The text by which customers are searched. A trigger instead of a generated column, because adding one rewrites the whole table under a
-- lock.
create or replace function on_user_search_text() returns trigger language plpgsql as $$ begin
  new.search_text := lower(new.name || E'\n' || new.email);
  return new;
end $$;

create or replace trigger user_search_text before insert or update of name, email, search_text on users
  for each row execute function on_user_search_text();
