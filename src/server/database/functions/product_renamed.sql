create or replace function on_product_renamed() returns trigger language plpgsql as $$ begin
  perform add_to_vocabulary(array[new.name], array[new.description]);
  return null;
end $$;

create or replace trigger product_renamed after update of name, description on products for each row
  when ((old.name, old.description) is distinct from (new.name, new.description)) execute function on_product_renamed();
