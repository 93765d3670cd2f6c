-- What 0003 did before it was kept from writing `users` anew: there the column is generated. No-ops elsewhere. The trigger comes first, as
-- in functions/: from the next statement on nothing else fills the column.
create or replace function on_user_search_text() returns trigger language plpgsql as $$ begin
  new.search_text := lower(new.name || E'\n' || new.email);
  return new;
end $$;
--> statement-breakpoint
create or replace trigger user_search_text before insert or update of name, email, search_text on users
  for each row execute function on_user_search_text();--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "search_text" DROP EXPRESSION IF EXISTS, ALTER COLUMN "search_text" SET DEFAULT '';
