-- A SKU is looked up among the other table's rows too: product_saved.sql.
create or replace function on_variant_sku() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' or lower(new.sku) is distinct from lower(old.sku) then perform require_free_sku(new.sku, 'product_variants'); end if;
  return new;
end $$;

create or replace trigger variant_sku before insert or update of sku on product_variants
  for each row when (new.sku is not null) execute function on_variant_sku();

-- A product's price is that of its cheapest variant, with the price before a sale, and its facets have the options of all. A change of any
-- variant makes open forms and cached responses of the product stale, except a change of `quantity`, which a checkout updates together with
-- the product's.
create or replace function on_variant_saved() returns trigger language plpgsql as $$
declare
  changed_id uuid := case when tg_op = 'DELETE' then old.product_id else new.product_id end;
  cheapest product_variants;
  highest int;
begin
  if tg_op = 'UPDATE' and (old.position, old.option_values, old.sku, old.price_cents, old.compare_at_cents, old.image_id)
    is not distinct from (new.position, new.option_values, new.sku, new.price_cents, new.compare_at_cents, new.image_id) then return null; end if;
  -- Most variants add no new value.
  if tg_op <> 'UPDATE' or old.option_values <> new.option_values then
    update products set facets = product_facets(id, options, attributes)
      where id = changed_id and facets is distinct from product_facets(id, options, attributes);
  end if;
  select * into cheapest from product_variants where product_id = changed_id order by price_cents, position limit 1;
  if found then
    select max(price_cents) into highest from product_variants where product_id = changed_id;
    update products set price_cents = cheapest.price_cents, is_price_from = highest > cheapest.price_cents, compare_at_cents = cheapest.compare_at_cents
      where id = changed_id and (price_cents, is_price_from, compare_at_cents)
        is distinct from (cheapest.price_cents, highest > cheapest.price_cents, cheapest.compare_at_cents);
  else
    update products set is_price_from = false where id = changed_id and is_price_from;
  end if;
  -- Once per transaction, because a form may save a hundred variants.
  if current_setting('storefront.variants_of', true) is distinct from changed_id::text || ' ' || txid_current() then
    perform set_config('storefront.variants_of', changed_id::text || ' ' || txid_current(), true);
    update products set version = version + 1 where id = changed_id;
  end if;
  return null;
end $$;

create or replace trigger variant_saved after insert or delete
  or update of position, option_values, sku, price_cents, compare_at_cents, image_id on product_variants
  for each row execute function on_variant_saved();
