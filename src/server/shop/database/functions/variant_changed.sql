-- A product's price is that of its cheapest variant, with the price before a sale. A change of any variant makes open forms and cached
-- responses of the product stale, except a change of `quantity`, which a checkout updates together with the product's.
create or replace function on_variant_changed() returns trigger language plpgsql as $$
declare
  changed_id uuid := case when tg_op = 'DELETE' then old.product_id else new.product_id end;
  changed products;
  cheapest product_variants;
  highest int;
begin
  select * into cheapest from product_variants where product_id = changed_id order by price_cents, position limit 1;
  if found then
    select max(price_cents) into highest from product_variants where product_id = changed_id;
    update products set price_cents = cheapest.price_cents, is_price_from = highest > cheapest.price_cents, compare_at_cents = cheapest.compare_at_cents
      where id = changed_id and (price_cents, is_price_from, compare_at_cents)
        is distinct from (cheapest.price_cents, highest > cheapest.price_cents, cheapest.compare_at_cents);
  else
    update products set is_price_from = false where id = changed_id and is_price_from;
  end if;
  select * into changed from products where id = changed_id;
  if not found or current_setting('storefront.variants_of', true) = changed_id::text || ' ' || txid_current() then return null; end if;
  -- Once per transaction, because a form may save a hundred variants.
  perform set_config('storefront.variants_of', changed_id::text || ' ' || txid_current(), true);
  update products set version = version + 1 where id = changed_id;
  if changed.status = 'active' then perform notify_change_of('product:' || changed_id || ':' || changed.category_id); end if;
  return null;
end $$;

create or replace trigger variant_listed after insert or delete on product_variants for each row execute function on_variant_changed();

create or replace trigger variant_edited after update of position, option_values, sku, price_cents, compare_at_cents, image_id on product_variants
  for each row when (
    (old.position, old.option_values, old.sku, old.price_cents, old.compare_at_cents, old.image_id)
    is distinct from (new.position, new.option_values, new.sku, new.price_cents, new.compare_at_cents, new.image_id)
  ) execute function on_variant_changed();
