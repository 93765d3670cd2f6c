-- How scarce a product is, for the admin's filter by stock: 0 is sold out, levels 1 to 6 begin at 1, 3, 6, 11, 21 and 51 pieces, and level
-- 7 at 101. It is a separate column, because an index on the quantity would make every sale write all indexes of the row; this one does so
-- only if the level changes.
create or replace function on_stock_level() returns trigger language plpgsql as $$ begin
  new.stock_level := width_bucket(new.quantity, array[1, 3, 6, 11, 21, 51, 101]);
  return new;
end $$;

create or replace trigger product_stock_level before insert or update of quantity, stock_level on products
  for each row when (new.stock_level is distinct from width_bucket(new.quantity, array[1, 3, 6, 11, 21, 51, 101]))
  execute function on_stock_level();
