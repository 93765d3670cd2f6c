-- One of 'aMaterial:Wool' for each attribute.
create or replace function attribute_facets(attributes jsonb) returns setof text language sql immutable as $$
  select 'a' || (attribute ->> 'name') || ':' || (attribute ->> 'value') from jsonb_array_elements(attributes) attribute;
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

-- Most products have attributes alone: looking for variants too would take longer than all else here.
create or replace function on_product_facets() returns trigger language plpgsql as $$ begin
  new.facets := case when new.attributes = '[]' and new.options is null then '{}'
    when new.options is null then array(select distinct token from attribute_facets(new.attributes) token order by token)
    else product_facets(new.id, new.options, new.attributes) end;
  return new;
end $$;

create or replace trigger product_facets before insert or update of options, attributes, facets on products
  for each row execute function on_product_facets();

create or replace function on_variant_facets() returns trigger language plpgsql as $$
declare
  changed_id uuid := case when tg_op = 'DELETE' then old.product_id else new.product_id end;
begin
  -- The trigger above computes them. Most variants add no new value.
  update products set facets = '{}' where id = changed_id and facets is distinct from product_facets(id, options, attributes);
  return null;
end $$;

create or replace trigger variant_faceted after insert or delete or update of option_values on product_variants
  for each row execute function on_variant_facets();
