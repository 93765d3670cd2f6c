-- outside of transactions
ALTER TABLE "products" ADD COLUMN IF NOT EXISTS "facets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- As in functions/, which come after this: what is changed from here on is filtered by what it has.
create or replace function product_facets(wanted_id uuid, options jsonb, attributes jsonb) returns text[] language sql stable as $$
  select coalesce(array_agg(token order by token), '{}') from (select distinct on (substr(token, 2)) token from (
    select 'o' || (option ->> 'name') || ':' || option_values[place::int] as token
      from jsonb_array_elements(options) with ordinality option (option, place) join product_variants on product_id = wanted_id
    union all
    select 'a' || (attribute ->> 'name') || ':' || (attribute ->> 'value') from jsonb_array_elements(attributes) attribute
  ) tokens order by substr(token, 2), token desc) kept;
$$;
--> statement-breakpoint
create or replace function on_product_facets() returns trigger language plpgsql as $$ begin
  new.facets := case when new.options is null and new.attributes = '[]' then '{}' else product_facets(new.id, new.options, new.attributes) end;
  return new;
end $$;
--> statement-breakpoint
create or replace trigger product_facets before insert or update of options, attributes, facets on products
  for each row execute function on_product_facets();
--> statement-breakpoint
create or replace function on_variant_facets() returns trigger language plpgsql as $$
declare
  changed_id uuid := case when tg_op = 'DELETE' then old.product_id else new.product_id end;
begin
  -- Computed by the trigger above. Most variants of a product bring no new value.
  update products set facets = '{}' where id = changed_id and facets is distinct from product_facets(id, options, attributes);
  return null;
end $$;
--> statement-breakpoint
create or replace trigger variant_faceted after insert or delete or update of option_values on product_variants
  for each row execute function on_variant_facets();
--> statement-breakpoint
-- backfill after 00000000-0000-0000-0000-000000000000
with batch as (select id from products where id > $1::uuid order by id limit 2000),
  changed as (update products set facets = '{}' from batch where products.id = batch.id
    and (products.options is not null or products.attributes <> '[]') returning products.id)
select (select id::text from batch order by id desc limit 1) as key, (select count(*)::int from changed) as rows;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_facets" ON "products" USING gin ("facets") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "products_faceted" ON "products" USING btree ("category_id","price_cents") WHERE "products"."status" = 'active' and "products"."facets" <> '{}';
