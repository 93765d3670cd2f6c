-- As audit_change, once for all rows that a statement creates, changes or deletes: an import writes hundreds, a product can have thousands of variants,
-- and a call for each took three times as long, or more.
-- For tables without events, and without secret or personal columns. What a row was and what it becomes is joined by the column `id`; not by nested
-- loops, since a plan that was made for a statement of one row is kept for those of hundreds. Before PostgreSQL 18 that looks so costly that each call
-- would be compiled first.
create or replace function audit_changes() returns trigger language plpgsql set enable_nestloop = off set jit = off as $$
declare
  told jsonb := tg_argv[0]::jsonb;
  actor jsonb := coalesce(nullif(current_setting('storefront.actor', true), ''), '{}')::jsonb;
  unseen text[] := array(select jsonb_array_elements_text(
    coalesce(told -> 'ignored', '[]') || case when actor ->> 'kind' = 'job' then coalesce(told -> 'ledger', '[]') else '[]' end));
begin
  if coalesce(actor ->> 'kind', 'nobody') in ('customer', 'nobody') then return null; end if;
  if tg_op = 'INSERT' then
    insert into audit_log (created_at, kind, action, actor_kind, actor_id, actor_name, request_id, object_type, object_id, object_name, part, changes,
        personal, personal_hash)
      select now(), 'change', 'created', actor ->> 'kind', (actor ->> 'id')::uuid, actor ->> 'name', actor ->> 'requestId',
        told ->> 'type', becomes ->> (told ->> 'id'), becomes ->> (told ->> 'name'), (told ->> 'part') || coalesce(' ' || (becomes ->> (told ->> 'partId')), ''),
        changed, detachable, audit_hash(detachable::text)
      from (select to_jsonb(n) as becomes, audit_personal(actor, '{}') as detachable from changed_to n) as rows,
        lateral (select coalesce(jsonb_object_agg(key, jsonb_build_object('after', value)), '{}') as changed
          from jsonb_each(becomes - unseen) where value <> 'null') as columns;
  elsif tg_op = 'DELETE' then
    insert into audit_log (created_at, kind, action, actor_kind, actor_id, actor_name, request_id, object_type, object_id, object_name, part, changes,
        personal, personal_hash)
      select now(), 'change', 'deleted', actor ->> 'kind', (actor ->> 'id')::uuid, actor ->> 'name', actor ->> 'requestId',
        told ->> 'type', was ->> (told ->> 'id'), was ->> (told ->> 'name'), (told ->> 'part') || coalesce(' ' || (was ->> (told ->> 'partId')), ''),
        changed, detachable, audit_hash(detachable::text)
      from (select to_jsonb(o) as was, audit_personal(actor, '{}') as detachable from changed_from o) as rows,
        lateral (select coalesce(jsonb_object_agg(key, jsonb_build_object('before', value)), '{}') as changed
          from jsonb_each(was - unseen) where value <> 'null') as columns;
  else
    insert into audit_log (created_at, kind, action, actor_kind, actor_id, actor_name, request_id, object_type, object_id, object_name, part, changes,
        personal, personal_hash)
      select now(), 'change', 'updated', actor ->> 'kind', (actor ->> 'id')::uuid, actor ->> 'name', actor ->> 'requestId',
        told ->> 'type', becomes ->> (told ->> 'id'), becomes ->> (told ->> 'name'), (told ->> 'part') || coalesce(' ' || (becomes ->> (told ->> 'partId')), ''),
        changed, detachable, audit_hash(detachable::text)
      from (select to_jsonb(o) as was, to_jsonb(n) as becomes, audit_personal(actor, '{}') as detachable
          from changed_from o join changed_to n on n.id = o.id) as rows,
        lateral (select jsonb_object_agg(key, jsonb_build_object('before', was -> key, 'after', value)) as changed
          from jsonb_each(becomes - unseen) where value is distinct from was -> key) as columns
      where changed is not null;
  end if;
  return null;
end $$;

create or replace trigger products_created_audit after insert on products referencing new table as changed_to
  for each statement when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_changes('{"type": "product", "id": "id", "name": "name", "ledger": ["quantity", "on_hand"],
    "ignored": ["id", "created_at", "updated_at", "version", "sort_name", "name_words", "facets", "stock_level", "is_price_from", "price_contents", "lowest_cents", "is_bundle", "is_part"]}');

create or replace trigger products_changed_audit after update on products referencing old table as changed_from new table as changed_to
  for each statement when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_changes('{"type": "product", "id": "id", "name": "name", "ledger": ["quantity", "on_hand"],
    "ignored": ["id", "created_at", "updated_at", "version", "sort_name", "name_words", "facets", "stock_level", "is_price_from", "price_contents", "lowest_cents", "is_bundle", "is_part"]}');

create or replace trigger pictures_created_audit after insert on product_images referencing new table as changed_to
  for each statement when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_changes('{"type": "product", "id": "product_id", "part": "picture", "partId": "position", "ignored": ["product_id", "position"]}');

create or replace trigger variants_created_audit after insert on product_variants referencing new table as changed_to
  for each statement when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_changes('{"type": "product", "id": "product_id", "part": "variant", "partId": "id", "ledger": ["quantity", "on_hand"], "ignored": ["id", "product_id", "lowest_cents"]}');

create or replace trigger variants_changed_audit after update on product_variants referencing old table as changed_from new table as changed_to
  for each statement when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_changes('{"type": "product", "id": "product_id", "part": "variant", "partId": "id", "ledger": ["quantity", "on_hand"], "ignored": ["id", "product_id", "lowest_cents"]}');

create or replace trigger variants_deleted_audit after delete on product_variants referencing old table as changed_from
  for each statement when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_changes('{"type": "product", "id": "product_id", "part": "variant", "partId": "id", "ledger": ["quantity", "on_hand"], "ignored": ["id", "product_id", "lowest_cents"]}');
