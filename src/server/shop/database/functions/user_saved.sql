-- The text by which customers are searched, and the version, which a changed profile raises. The text is no generated column, because adding
-- one rewrites the whole table under a lock.
create or replace function on_user_saved() returns trigger language plpgsql as $$ begin
  new.search_text := lower(new.name || E'\n' || new.email);
  if tg_op = 'UPDATE' and (old.name, old.phone, old.address) is distinct from (new.name, new.phone, new.address) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

create or replace trigger user_saved before insert or update of name, email, search_text, phone, address on users
  for each row execute function on_user_saved();
