-- One of 'aMaterial:Wool' for each attribute.
create or replace function attribute_facets(attributes jsonb) returns setof text language sql immutable as $$
  select 'a' || (attribute ->> 'name') || ':' || (attribute ->> 'value') from jsonb_array_elements(attributes) attribute;
$$;

-- One of 'fwaterproof:true' for each value of the merchant's fields, or 'vfit:Slim' of a variant's, but for long texts.
create or replace function custom_facets(kind text, custom jsonb) returns setof text language sql immutable as $$
  select kind || key || ':' || value from jsonb_each_text(custom) where length(value) <= 255;
$$;

-- What a product is filtered by, as texts: 'oSize:42' for each option value that one of its variants has, sold out or not, so that a sale
-- writes no index; attributes as attribute_facets() writes them, where these don't say the same.
create or replace function product_facets(wanted_id uuid, options jsonb, attributes jsonb) returns text[] language sql stable as $$
  select coalesce(array_agg(token order by token), '{}') from (select distinct on (substr(token, 2)) token from (
    select 'o' || (option ->> 'name') || ':' || option_values[place::int] as token
      from jsonb_array_elements(options) with ordinality option (option, place) join product_variants on product_id = wanted_id
    union all
    select * from attribute_facets(attributes)
  ) tokens order by substr(token, 2), token desc) kept;
$$;

-- The same with its tags, as attributes named 'Tag' (the team's, unless the merchant makes them a filter), its brand, which every list can be
-- filtered by, and the values of fields: the product's own, and those of its variants.
create or replace function all_facets(wanted_id uuid, options jsonb, attributes jsonb, tags text[], wanted_brand uuid, custom jsonb) returns text[]
language sql stable as $$
  select array(select distinct on (substr(token, 2)) token from (
    select unnest(product_facets(wanted_id, coalesce(options, '[]'),
      attributes || (select coalesce(jsonb_agg(jsonb_build_object('name', 'Tag', 'value', tag)), '[]') from unnest(tags) tag))) as token
    union all
    select 'oBrand:' || name from brands where id = wanted_brand
  ) tokens order by substr(token, 2), token desc)
  || array(select token from custom_facets('f', custom) token
    union select token from product_variants v, custom_facets('v', v.custom) token where v.product_id = wanted_id and v.custom is not null order by 1);
$$;

-- What follows from a product's change, kept by the database, because edits, bulk edits, imports, restores, variants and pictures all lead here:
-- numbers by price, words for the search, slugs that were in use, notifications to the response caches, and webhooks.

-- Creating, deleting, moving, publishing or hiding a product changes the lists of its categories, their numbers of products, and the image
-- of the newest product.
create or replace function notify_product_listed(listed uuid, category_ids uuid[]) returns void language plpgsql as $$ begin
  perform notify_change_of('product:' || listed || ':' || category) from unnest(category_ids) category;
  -- PostgreSQL sends equal notifications once per transaction.
  perform pg_notify('catalog_changed', 'categories');
end $$;

-- No response shows a product that isn't active: if it is so neither before nor after, no cache needs to know.
create or replace function on_product_changed() returns trigger language plpgsql as $$
declare
  told text := new.id::text || ' ' || txid_current();
  many boolean := coalesce(current_setting('storefront.many_products', true), '') = 'on';
begin
  -- Of a bundle its parts are told.
  if not new.is_bundle and (new.quantity < old.quantity and new.quantity <= 100 and new.status = 'active' or new.on_hand < old.on_hand) then
    perform queue_low_stock(new.id, scarce_by(old.quantity, old.stock_policy, old.on_hand), scarce_by(new.quantity, new.stock_policy, new.on_hand))
      where new.status = 'active';
  end if;
  if not many and (old.category_id, old.further_category_ids, old.price_cents, old.status)
    is distinct from (new.category_id, new.further_category_ids, new.price_cents, new.status) then
    perform update_price_counts(array[
      (combination_of(old.category_id, old.further_category_ids), old.price_cents, case when old.status = 'active' then -1 else 0 end, false)::price_counts,
      (combination_of(new.category_id, new.further_category_ids), new.price_cents, case when new.status = 'active' then 1 else 0 end, false)::price_counts
    ]);
  end if;
  if new.status = 'active' and (old.name, old.description, old.status) is distinct from (new.name, new.description, new.status) then
    perform add_to_vocabulary(array[new.name], array[new.description]);
  end if;
  if old.slug <> new.slug and old.status <> 'draft' then perform leave_slug('product', old.slug, old.id); end if;
  if (old.category_id, old.further_category_ids, old.image_id, old.created_at, old.status)
    is distinct from (new.category_id, new.further_category_ids, new.image_id, new.created_at, new.status) then
    if 'active' in (old.status, new.status) then
      -- Equal notifications are sent once.
      perform notify_product_listed(old.id, old.category_id || old.further_category_ids || new.category_id || new.further_category_ids);
    end if;
  elsif new.status = 'active'
    and (old.version, old.is_price_from, old.facets, old.lowest_cents) is distinct from (new.version, new.is_price_from, new.facets, new.lowest_cents) then
    perform notify_change_of('product:' || new.id || ':' || category) from unnest(new.category_id || new.further_category_ids) category;
  end if;
  -- One save writes the product, its images and its variants, and each write raises the version. Only one event is written for it.
  if not many and (new.version <> old.version or new.status <> old.status) and current_setting('storefront.webhook_of', true) is distinct from told then
    perform set_config('storefront.webhook_of', told, true);
    perform queue_webhook_event('product.changed', new.id, jsonb_build_object('change', 'updated'));
  end if;
  return null;
end $$;

-- A trigger raises the version, so statements don't name the column. So this condition is read for each update, also by a sale, and then
-- compares a few numbers. Sales don't notify: commits that do wait for each other.
create or replace trigger product_changed after update on products for each row when (
    new.version <> old.version or new.status <> old.status or new.created_at <> old.created_at or new.is_price_from <> old.is_price_from or new.facets <> old.facets
    or new.lowest_cents is distinct from old.lowest_cents or (new.quantity < old.quantity and new.quantity <= 100 and new.status = 'active') or new.on_hand < old.on_hand
  ) execute function on_product_changed();

-- Where a transaction has said that it writes many products (mergeIndexEntries of product.repository.ts), the numbers by price and the webhooks once for
-- all products of a statement: one by one, they took a third of a bulk edit's time. Not for every statement, because a sale would look for nothing here.
create or replace function on_many_changed() returns trigger language plpgsql as $$ begin
  perform update_price_counts(array_agg((combination_of(category_id, further_category_ids), price_cents, count, false)::price_counts)) from (
    select category_id, further_category_ids, price_cents, -1 as count from changed_from where status = 'active'
    union all select category_id, further_category_ids, price_cents, 1 from changed_to where status = 'active'
  ) counted;
  if exists (select from webhook_endpoints where is_enabled and 'product.changed' = any (events)) then
    perform queue_webhook_event('product.changed', id, jsonb_build_object('change', 'updated')), set_config('storefront.webhook_of', told, true)
      from changed_to n join changed_from o using (id), lateral (select id::text || ' ' || txid_current() as told) as event
      where (n.version <> o.version or n.status <> o.status) and current_setting('storefront.webhook_of', true) is distinct from told;
  end if;
  return null;
end $$;

create or replace trigger many_changed after update on products referencing old table as changed_from new table as changed_to
  for each statement when (current_setting('storefront.many_products', true) = 'on') execute function on_many_changed();

-- Once for all products of a statement: an import creates hundreds.
create or replace function on_products_created() returns trigger language plpgsql as $$ begin
  perform add_to_vocabulary(array_agg(name), array_agg(description)) from inserted where status = 'active';
  perform update_price_counts(array_agg((combination_of(category_id, further_category_ids), price_cents, 1, false)::price_counts)) from inserted where status = 'active';
  perform notify_product_listed(id, category_id || further_category_ids) from inserted where status = 'active';
  if exists (select from webhook_endpoints where is_enabled and 'product.changed' = any (events)) then
    perform queue_webhook_event('product.changed', id, jsonb_build_object('change', 'created')) from inserted;
  end if;
  perform set_config('storefront.webhook_of', id::text || ' ' || txid_current(), true) from inserted limit 1;
  return null;
end $$;

create or replace trigger products_created after insert on products
  referencing new table as inserted for each statement execute function on_products_created();

create or replace function on_products_gone() returns trigger language plpgsql as $$ begin
  perform update_price_counts(array_agg((combination_of(category_id, further_category_ids), price_cents, -1, false)::price_counts)) from deleted where status = 'active';
  perform notify_product_listed(id, category_id || further_category_ids) from deleted where status = 'active';
  perform leave_slug('product', slug, id) from deleted where status <> 'draft';
  perform queue_webhook_event('product.changed', id, jsonb_build_object('change', 'deleted', 'name', name, 'slug', slug)) from deleted;
  -- With the arguments of audit_changes.sql.
  if coalesce(current_setting('storefront.actor', true), '') <> '' then
    perform write_row_change('{"type": "product", "id": "id", "name": "name", "ledger": ["quantity", "on_hand"],
      "ignored": ["id", "created_at", "updated_at", "version", "sort_name", "name_words", "facets", "stock_level", "is_price_from", "price_contents", "lowest_cents", "is_bundle", "is_part"]}',
      'DELETE', to_jsonb(deleted), '{}') from deleted;
  end if;
  return null;
end $$;

create or replace trigger products_gone after delete on products
  referencing old table as deleted for each statement execute function on_products_gone();

-- By hand: the shop itself truncates nothing.
create or replace function on_products_truncated() returns trigger language plpgsql as $$ begin
  delete from price_counts;
  perform pg_notify('catalog_changed', '');
  return null;
end $$;

create or replace trigger products_truncated after truncate on products for each statement execute function on_products_truncated();

-- A SKU is looked up among the other table's rows too: product_saved.sql.
create or replace function on_variant_sku() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' or lower(new.sku) is distinct from lower(old.sku) then perform require_free_sku(new.sku, 'product_variants'); end if;
  return new;
end $$;

create or replace trigger variant_sku before insert or update of sku on product_variants
  for each row when (new.sku is not null) execute function on_variant_sku();

-- A product's price is that of its cheapest variant, with the price before a sale, and its facets have the options of all. A change of any
-- variant makes open forms and cached responses of the product stale, except a change of `quantity`, which a checkout updates together with
-- the product's. The rows of a statement are all written when the first of them is looked at here, so the others find nothing to do: with each
-- row reading all of them, saving 2,048 took a minute. Once for each statement, `storefront.variants_priced` and `_faceted` name no product.
create or replace function on_variants_saving() returns trigger language plpgsql as $$ begin
  perform set_config('storefront.variants_priced', '', true), set_config('storefront.variants_faceted', '', true);
  return null;
end $$;

create or replace trigger variants_saving before insert or delete
  or update of position, option_values, sku, barcode, price_cents, compare_at_cents, lowest_cents, image_id, stock_policy, cost_cents, contents, custom, tax_class
  on product_variants for each statement execute function on_variants_saving();

create or replace function on_variant_saved() returns trigger language plpgsql as $$
declare
  changed_id uuid := case when tg_op = 'DELETE' then old.product_id else new.product_id end;
  cheapest product_variants;
  highest int;
begin
  if tg_op = 'UPDATE' and (old.position, old.option_values, old.sku, old.barcode, old.price_cents, old.compare_at_cents, old.lowest_cents, old.image_id,
      old.stock_policy, old.cost_cents, old.contents, old.custom, old.tax_class)
    is not distinct from (new.position, new.option_values, new.sku, new.barcode, new.price_cents, new.compare_at_cents, new.lowest_cents, new.image_id,
      new.stock_policy, new.cost_cents, new.contents, new.custom, new.tax_class) then return null; end if;
  -- Most variants add no new value.
  if (tg_op <> 'UPDATE' or old.option_values <> new.option_values or old.custom is distinct from new.custom)
    and current_setting('storefront.variants_faceted', true) is distinct from changed_id::text then
    perform set_config('storefront.variants_faceted', changed_id::text, true);
    update products set facets = all_facets(id, options, attributes, tags, brand_id, custom)
      where id = changed_id and facets is distinct from all_facets(id, options, attributes, tags, brand_id, custom);
  end if;
  if current_setting('storefront.variants_priced', true) is not distinct from changed_id::text then return null; end if;
  perform set_config('storefront.variants_priced', changed_id::text, true);
  select * into cheapest from product_variants where product_id = changed_id order by price_cents, position limit 1;
  if found then
    select max(price_cents) into highest from product_variants where product_id = changed_id;
    update products set price_cents = cheapest.price_cents, is_price_from = highest > cheapest.price_cents, compare_at_cents = cheapest.compare_at_cents,
        price_contents = cheapest.contents, lowest_cents = cheapest.lowest_cents
      where id = changed_id and (price_cents, is_price_from, compare_at_cents, price_contents, lowest_cents)
        is distinct from (cheapest.price_cents, highest > cheapest.price_cents, cheapest.compare_at_cents, cheapest.contents, cheapest.lowest_cents);
  else
    update products set is_price_from = false, price_contents = null where id = changed_id and (is_price_from or price_contents is not null);
  end if;
  -- Once per transaction, because a form may save a hundred variants.
  if current_setting('storefront.variants_of', true) is distinct from changed_id::text || ' ' || txid_current() then
    perform set_config('storefront.variants_of', changed_id::text || ' ' || txid_current(), true);
    update products set version = version + 1 where id = changed_id;
  end if;
  -- The version is raised once: what changes later in the transaction isn't seen by part_changed.
  if exists (select from products where id = changed_id and is_part) then perform update_bundles_of(changed_id, true); end if;
  return null;
end $$;

create or replace trigger variant_saved after insert or delete
  or update of position, option_values, sku, barcode, price_cents, compare_at_cents, lowest_cents, image_id, stock_policy, cost_cents, contents, custom, tax_class
  on product_variants
  for each row execute function on_variant_saved();
