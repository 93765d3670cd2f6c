-- A SKU belongs to one product or one variant. Each table's own unique index covers only its own rows; this trigger checks the other table.
-- Transactions that write SKUs wait for each other and then see the other's commit, so if two take the same SKU at once, one is refused.
create or replace function require_unique_sku() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock(hashtext('require_unique_sku'));
  if tg_table_name = 'products' then
    perform from product_variants where lower(sku) = lower(new.sku);
  else
    perform from products where lower(sku) = lower(new.sku);
  end if;
  if found then
    raise unique_violation using message = format('the SKU %s is given already', new.sku), constraint = tg_table_name || '_sku_key';
  end if;
  return new;
end $$;

create or replace trigger product_sku_created before insert on products
  for each row when (new.sku is not null) execute function require_unique_sku();

create or replace trigger product_sku_changed before update of sku on products
  for each row when (new.sku is not null and lower(new.sku) is distinct from lower(old.sku)) execute function require_unique_sku();

create or replace trigger variant_sku_created before insert on product_variants
  for each row when (new.sku is not null) execute function require_unique_sku();

create or replace trigger variant_sku_changed before update of sku on product_variants
  for each row when (new.sku is not null and lower(new.sku) is distinct from lower(old.sku)) execute function require_unique_sku();
