create or replace function on_product_recategorized() returns trigger language plpgsql as $$ begin
  perform update_price_counts(array[(old.category_id, old.price_cents, -1)::price_counts, (new.category_id, new.price_cents, 1)::price_counts]);
  return null;
end $$;

-- For each row and only of these columns: a checkout, which updates the quantity alone, never runs it.
create or replace trigger product_recategorized after update of category_id, price_cents on products for each row
  when ((old.category_id, old.price_cents) is distinct from (new.category_id, new.price_cents)) execute function on_product_recategorized();
