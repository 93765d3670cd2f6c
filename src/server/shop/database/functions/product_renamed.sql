create or replace function on_product_renamed() returns trigger language plpgsql as $$ begin
  perform add_to_vocabulary(array[new.name], array[new.description]);
  return null;
end $$;

create or replace trigger product_renamed after update of name, description, status on products for each row
  when (new.status = 'active' and (old.name, old.description, old.status) is distinct from (new.name, new.description, new.status)) execute function on_product_renamed();
