create or replace function notify_product_changed() returns trigger language plpgsql as $$ begin
  -- No response shows a product that isn't active; product_moved notifies when one becomes active or inactive.
  if new.status = 'active' then perform notify_change_of('product:' || new.id || ':' || new.category_id); end if;
  return null;
end $$;

-- Not of `quantity`, which checkouts update, because commits that notify wait for each other.
create or replace trigger product_details_changed after update of name, slug, description, price_cents, shipping, compare_at_cents, sku,
  weight_grams, image_alt, attributes, options, is_price_from, facets on products
  for each row when (
    row(old.name, old.slug, old.description, old.price_cents, old.shipping, old.compare_at_cents, old.sku, old.weight_grams, old.image_alt,
      old.attributes, old.options, old.is_price_from, old.facets)
    is distinct from
    row(new.name, new.slug, new.description, new.price_cents, new.shipping, new.compare_at_cents, new.sku, new.weight_grams, new.image_alt,
      new.attributes, new.options, new.is_price_from, new.facets)
  ) execute function notify_product_changed();
