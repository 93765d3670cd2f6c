-- A SKU belongs to one product or one variant. Each table's own unique index covers only its own rows; this checks the other table.
-- Transactions that write SKUs wait for each other and then see the other's commit, so if two take the same SKU at once, one is refused.
create or replace function require_free_sku(wanted text, of_table text) returns void language plpgsql as $$ begin
  perform pg_advisory_xact_lock(hashtext('require_unique_sku'));
  if of_table = 'products' then
    perform from product_variants where lower(sku) = lower(wanted);
  else
    perform from products where lower(sku) = lower(wanted);
  end if;
  if found then
    raise unique_violation using message = format('the SKU %s is given already', wanted), constraint = of_table || '_sku_key';
  end if;
end $$;

-- What the merchant chose of a product whose time hasn't come, or is over.
create or replace function chosen_status(state text) returns text language sql immutable as $$
  select case when state in ('scheduled', 'ended') then 'active' else state end;
$$;

-- What a product's row says about itself, before it is written:
-- - `stock_level`, how scarce it is, for the admin's filter by stock: 0 is sold out, levels 1 to 6 begin at 1, 3, 6, 11, 21 and 51 pieces, and
--   level 7 at 101. Of a backorder product only what is there counts. It is a separate column, because an index on the quantity would make every sale write all indexes of the row; this one does
--   so only if the level changes.
-- - `facets`, what it is filtered by. Most products have attributes alone: looking for variants too would take longer than all else here.
-- - `further_category_ids`, sorted (category_tree.sql).
-- - `status`: an active product is `scheduled` before `publish_from` and `ended` from `publish_until` on, so that whatever asks for active products
--   honours both. A job writes the row when its time comes.
-- - `version`, which each change raises but that of the quantity and of its time, so that a product can be edited while it sells. A bundle's policy
--   follows from its parts (bundles.sql), as its quantity does.
create or replace function on_product_saved() returns trigger language plpgsql as $$ begin
  new.stock_level := width_bucket(scarce_by(new.quantity, new.stock_policy, new.on_hand), array[1, 3, 6, 11, 21, 51, 101]);
  if tg_op = 'INSERT' or (old.options, old.attributes, old.tags, old.brand_id, old.custom, old.facets)
      is distinct from (new.options, new.attributes, new.tags, new.brand_id, new.custom, new.facets) then
    new.facets := case when new.options is not null or new.brand_id is not null or new.tags <> '{}' or new.custom is not null
        then all_facets(new.id, new.options, new.attributes, new.tags, new.brand_id, new.custom)
      when new.attributes = '[]' then '{}'
      else array(select distinct token from attribute_facets(new.attributes) token order by token) end;
  end if;
  if new.further_category_ids <> '{}' and (tg_op = 'INSERT'
      or (old.category_id, old.further_category_ids) is distinct from (new.category_id, new.further_category_ids)) then
    new.further_category_ids := keep_further_categories(new.category_id, new.further_category_ids);
  end if;
  if (new.publish_from is not null or new.publish_until is not null or new.status in ('scheduled', 'ended'))
    and new.status in ('active', 'scheduled', 'ended') then
    new.status := case when new.publish_until <= now() then 'ended' when new.publish_from > now() then 'scheduled' else 'active' end;
  end if;
  if new.sku is not null and (tg_op = 'INSERT' or lower(new.sku) is distinct from lower(old.sku)) then
    perform require_free_sku(new.sku, 'products');
  end if;
  -- A writer that knows no Markdown (the version before, SQL by hand) has written plain text.
  if tg_op = 'UPDATE' and new.description <> old.description and new.description_markdown = old.description_markdown then
    new.description_markdown := null;
  end if;
  if tg_op = 'UPDATE' and (old.name, old.slug, old.description, old.description_markdown, old.price_cents, old.shipping, old.category_id, old.further_category_ids,
      old.image_id, old.image_alt, old.compare_at_cents, old.sku, old.weight_grams, chosen_status(old.status), old.attributes, old.options,
      old.seo_title, old.seo_description, old.publish_from, old.publish_until, old.barcode, old.condition, case when not new.is_bundle then old.stock_policy end,
      old.brand_id, old.vendor, old.tags, old.cost_cents, old.country_of_origin, old.hs_code, old.contents, old.contents_unit, old.related_product_ids, old.custom,
      old.google_category, old.tax_class, old.withdrawal_exception, old.minimum_age, old.handling_days, old.maker, old.sold_as,
      old.safety_warnings, old.guarantee_years, old.guarantee_text, old.guarantee_label)
    is distinct from (new.name, new.slug, new.description, new.description_markdown, new.price_cents, new.shipping, new.category_id, new.further_category_ids,
      new.image_id, new.image_alt, new.compare_at_cents, new.sku, new.weight_grams, chosen_status(new.status), new.attributes, new.options,
      new.seo_title, new.seo_description, new.publish_from, new.publish_until, new.barcode, new.condition, case when not new.is_bundle then new.stock_policy end,
      new.brand_id, new.vendor, new.tags, new.cost_cents, new.country_of_origin, new.hs_code, new.contents, new.contents_unit, new.related_product_ids, new.custom,
      new.google_category, new.tax_class, new.withdrawal_exception, new.minimum_age, new.handling_days, new.maker, new.sold_as,
      new.safety_warnings, new.guarantee_years, new.guarantee_text, new.guarantee_label) then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

create or replace trigger product_saved before insert or update on products for each row execute function on_product_saved();
