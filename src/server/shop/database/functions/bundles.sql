-- How many of a bundle can be bought, from the stock of its parts: as many as the least part allows. A part that isn't sold allows none: it isn't
-- active, its variant is gone, or it has been given options since. The other two columns say, as those of any product (stock_policy.sql), what
-- ships later: `on_hand` is how many bundles ship at once, and the policy that of the part which comes last: the preorder with the latest day, then
-- any preorder, then the first part in the bundle's order.
create or replace function bundle_stock(wanted uuid, out quantity integer, out stock_policy jsonb, out on_hand integer) language sql stable as $$
  with parts as (
    select b.position, s.policy,
      case when not s.is_sold then 0 when s.policy is not null and s.policy ->> 'limit' is null then 1000000 else s.quantity / b.count end as bundles,
      case when s.policy is null then s.quantity / b.count when s.policy ->> 'policy' = 'backorder' then greatest(0, s.there) / b.count
        when s.is_late then 0 else 1000000 end as ready,
      s.is_late
    from bundle_parts b join products p on p.id = b.product_id left join product_variants v on v.id = b.variant_id and v.product_id = p.id,
      lateral (select case when b.variant_id is null then p.quantity else v.quantity end as quantity,
        case when b.variant_id is null then p.stock_policy else v.stock_policy end as policy,
        case when b.variant_id is null then p.on_hand else v.on_hand end as there) own,
      lateral (select own.*, p.status = 'active' and not p.is_bundle and (p.options is null) = (b.variant_id is null)
          and (b.variant_id is null or v.id is not null) as is_sold,
        own.policy ->> 'policy' in ('backorder', 'preorder') or own.policy ->> 'shipsIn' is not null as is_late) s
    where b.bundle_id = wanted
  ), least_part as (
    select coalesce(min(bundles), 0) as bundles, coalesce(min(ready), 0) as ready,
      (array_agg(policy - 'limit' order by policy ->> 'shipsOn' desc nulls last, policy ->> 'policy' = 'preorder' desc, position)
        filter (where is_late))[1] as later
    from parts
  )
  select bundles,
    case when later is not null and (ready < bundles or bundles = 0)
        then later || case when bundles < 1000000 then jsonb_build_object('limit', bundles - ready) else '{}' end
      when bundles = 1000000 then '{"policy": "untracked"}' end,
    case when later is not null and (ready < bundles or bundles = 0) then ready when bundles = 1000000 then 0 end
  from least_part;
$$;

-- After a change of a part. Bundles are locked after their parts, and in the order of ids, as by a sale. They are read again once they are locked,
-- since another part may have been sold meanwhile. On a server sales don't notify the caches: those ask for the ledger (invalidation.ts).
create or replace function update_bundles_of(part uuid, is_edit boolean) returns void language plpgsql as $$
declare
  changed uuid;
begin
  perform from products where id in (select bundle_id from bundle_parts where product_id = part) order by id for update;
  for changed in
    update products b set quantity = s.quantity, stock_policy = s.stock_policy, on_hand = s.on_hand
      from (select distinct bundle_id from bundle_parts where product_id = part) named, bundle_stock(named.bundle_id) s
      where b.id = named.bundle_id and b.is_bundle
        and (b.quantity, b.stock_policy, b.on_hand) is distinct from (s.quantity, s.stock_policy, s.on_hand) returning b.id
  loop
    if is_edit then perform notify_change_of('stock:' || changed);
    elsif current_setting('storefront.notify_sales', true) = 'on' then perform pg_notify('stock_sold', changed::text);
    end if;
  end loop;
end $$;

-- A product that was never a part of a bundle doesn't come here. Variants: on_variant_saved() calls the same.
create or replace function on_part_changed() returns trigger language plpgsql as $$ begin
  perform update_bundles_of(new.id, new.version <> old.version or new.status <> old.status);
  return null;
end $$;

create or replace trigger part_changed after update on products for each row when (new.is_part) execute function on_part_changed();
