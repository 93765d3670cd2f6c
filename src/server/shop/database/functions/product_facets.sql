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
