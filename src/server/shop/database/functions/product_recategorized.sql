create or replace function on_product_recategorized() returns trigger language plpgsql as $$ begin
  perform update_price_counts(array[
    (old.category_id, old.price_cents, case when old.status = 'active' then -1 else 0 end, false)::price_counts,
    (new.category_id, new.price_cents, case when new.status = 'active' then 1 else 0 end, false)::price_counts
  ]);
  return null;
end $$;

-- For each row, and only for these columns: a checkout updates only the quantity, so it never runs this.
create or replace trigger product_recategorized after update of category_id, price_cents, status on products for each row
  when ((old.category_id, old.price_cents, old.status) is distinct from (new.category_id, new.price_cents, new.status)) execute function on_product_recategorized();
