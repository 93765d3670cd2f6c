-- The lowest price of the 30 days before a reduction began, which is shown beside it where the law asks for that (Directive 98/6/EC, Article 6a;
-- decision 140). It is computed once, from the audit log's history, in the transaction in which the reduction begins, and kept in `lowest_cents` as long as
-- the reduction lasts. Null: there is no reduction, or it wasn't sold before.

-- What a change of price and price before the sale means. A reduction that goes on getting cheaper is one reduction; a price that rises in a sale begins a
-- new one. Where no price before is known, the first one that is lower does.
create or replace function reduction_step(was_cents int, was_compare int, was_lowest int, cents int, compare int) returns text language sql immutable as $$
  select case when compare is null or compare <= cents then 'none'
    when was_cents is null or was_compare is null or was_compare <= was_cents or cents > was_cents or (was_lowest is null and cents < was_cents) then 'begins'
    else 'goes on' end;
$$;

-- The lowest price at which a product, or its variant, was sold in the 30 days before `at`, by the log's entries before `entry_id`. `cents` and `state`: its
-- price and status after the last entry; `since`: when the product was created. Only prices of days on which it was active count.
create or replace function lowest_price_before(product uuid, variant uuid, cents int, state text, since timestamptz, at timestamptz, entry_id bigint)
returns int language plpgsql as $$
declare
  own_part text := 'variant ' || variant;
  first_at timestamptz := greatest(at - interval '30 days', since);
  until timestamptz := at;
  lowest int;
  entry record;
begin
  for entry in select id, created_at, part, changes from audit_log
    where object_type = 'product' and object_id = product::text and created_at > first_at
      and (part is null and (changes ? 'status' or (variant is null and changes ? 'price_cents')) or part = own_part and changes ? 'price_cents')
    order by id desc
  loop
    if entry.id < entry_id then
      if state = 'active' and entry.created_at < until then lowest := least(lowest, cents); end if;
      until := least(until, entry.created_at);
    end if;
    if entry.part is null and entry.changes ? 'status' then state := entry.changes -> 'status' ->> 'before'; end if;
    if entry.part is not distinct from own_part and entry.changes ? 'price_cents' then cents := (entry.changes -> 'price_cents' ->> 'before')::int; end if;
  end loop;
  if state = 'active' and first_at < until then lowest := least(lowest, cents); end if;
  return lowest;
end $$;

-- The same for the reduction that there is now, by going through the whole log: for shops of before, and for `verify`. `agrees`: the log leads to the
-- present prices, as it doesn't where prices were changed by SQL, and still has the 30 days before the reduction: old entries are deleted.
create or replace function lowest_price_by_log(product uuid, variant uuid, now_cents int, now_compare int, state text, since timestamptz,
  out lowest int, out agrees boolean) language plpgsql as $$
declare
  own_part text := 'variant ' || variant;
  cents int := now_cents;
  compare int := now_compare;
  was_cents int;
  was_compare int;
  step text;
  -- Null: nothing was deleted yet.
  log_begins timestamptz := (select created_at from audit_log where (select start_position from audit_chain) > 0 order by id limit 1);
  is_whole boolean := log_begins is null or since > log_begins;
  is_known boolean;
  entry record;
begin
  -- The values before the first entry that has them.
  for entry in select changes from audit_log where object_type = 'product' and object_id = product::text and part is not distinct from own_part
      and (changes ? 'price_cents' or changes ? 'compare_at_cents') order by id desc
  loop
    if entry.changes ? 'price_cents' then cents := (entry.changes -> 'price_cents' ->> 'before')::int; end if;
    if entry.changes ? 'compare_at_cents' then compare := (entry.changes -> 'compare_at_cents' ->> 'before')::int; end if;
  end loop;
  is_known := is_whole or cents is null or compare is null or compare <= cents;
  for entry in select id, created_at, changes from audit_log where object_type = 'product' and object_id = product::text
      and part is not distinct from own_part and (changes ? 'price_cents' or changes ? 'compare_at_cents' or changes ? 'options') order by id
  loop
    was_cents := cents;
    was_compare := compare;
    if entry.changes ? 'price_cents' then cents := (entry.changes -> 'price_cents' ->> 'after')::int; end if;
    if entry.changes ? 'compare_at_cents' then compare := (entry.changes -> 'compare_at_cents' ->> 'after')::int; end if;
    -- A reduction of before the log has some lowest price, or none: who knows.
    step := reduction_step(was_cents, was_compare, case when is_known then lowest else 0 end, cents, compare);
    if step = 'goes on' and variant is null and coalesce(entry.changes -> 'options' ->> 'before', '') <> '' then step := 'begins'; end if;
    if step = 'none' then
      lowest := null;
      is_known := true;
    elsif step = 'begins' then
      lowest := lowest_price_before(product, variant, now_cents, state, since, entry.created_at, entry.id);
      is_known := is_whole or entry.created_at - interval '30 days' >= log_begins;
    end if;
  end loop;
  agrees := is_known and cents is not distinct from now_cents and compare is not distinct from now_compare;
  if not agrees then lowest := null; end if;
end $$;

-- A product with options has that of the variant whose price it shows, by on_variant_saved.
create or replace function on_product_priced() returns trigger language plpgsql as $$
declare step text;
begin
  if new.options is not null then return new; end if;
  if tg_op = 'INSERT' then
    step := reduction_step(null, null, null, new.price_cents, new.compare_at_cents);
    new.lowest_cents := case when step = 'begins' then lowest_price_before(new.id, null, null, null, new.created_at, now(), 9223372036854775807) end;
    return new;
  end if;
  step := reduction_step(old.price_cents, old.compare_at_cents, old.lowest_cents, new.price_cents, new.compare_at_cents);
  new.lowest_cents := case when step = 'none' then null
    when step = 'begins' or old.options is not null
      then lowest_price_before(new.id, null, old.price_cents, old.status, new.created_at, now(), 9223372036854775807)
    else old.lowest_cents end;
  return new;
end $$;

-- Sales of stock change no price, and most products are never reduced: neither comes here.
create or replace trigger product_priced before insert or update of price_cents, compare_at_cents, options on products
  for each row when (new.compare_at_cents is not null or new.lowest_cents is not null) execute function on_product_priced();

create or replace function on_variant_priced() returns trigger language plpgsql as $$
declare
  step text := reduction_step(null, null, null, new.price_cents, new.compare_at_cents);
  was_cents int;
  was_lowest int;
begin
  if tg_op = 'UPDATE' then
    was_cents := old.price_cents;
    was_lowest := old.lowest_cents;
    step := reduction_step(old.price_cents, old.compare_at_cents, old.lowest_cents, new.price_cents, new.compare_at_cents);
  end if;
  new.lowest_cents := case when step = 'goes on' then was_lowest end;
  if step = 'begins' then
    select lowest_price_before(id, new.id, was_cents, status, created_at, now(), 9223372036854775807) into new.lowest_cents
      from products where id = new.product_id;
  end if;
  return new;
end $$;

create or replace trigger variant_priced before insert or update of price_cents, compare_at_cents on product_variants
  for each row when (new.compare_at_cents is not null or new.lowest_cents is not null) execute function on_variant_priced();
