create or replace function notify_product_changed() returns trigger language plpgsql as $$ begin
  perform notify_change_of('product:' || new.id || ':' || new.category_id);
  return null;
end $$;

-- Not of `quantity`, which a checkout updates: commits that notify wait for each other.
create or replace trigger product_details_changed after update of name, slug, description, price_cents, shipping on products
  for each row when (
    row(old.name, old.slug, old.description, old.price_cents, old.shipping)
    is distinct from row(new.name, new.slug, new.description, new.price_cents, new.shipping)
  ) execute function notify_product_changed();
