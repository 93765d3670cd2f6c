create or replace function on_category_named() returns trigger language plpgsql as $$ begin
  perform add_to_vocabulary(array[new.name], '{}');
  return null;
end $$;

create or replace trigger category_named after insert or update of name on categories for each row execute function on_category_named();
