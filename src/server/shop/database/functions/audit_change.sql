-- Writes an audit log row for each row that a team member, an API key, a command or a job changes, in the transaction of the change. The
-- actor is told by `storefront.actor` at the transaction's beginning (platform/monitoring/request-context.ts). If there is none, as in a customer's checkout,
-- only security events are written. The argument describes a table's rows:
--   type, id, name, part: the object, its id, its name, and which part of it the row is
--   ignored: columns that follow from others; ledger: columns whose changes by jobs are in the ledger; only: no other columns
--   secret, personal: columns whose values aren't in `changes`
--   notByJobs: not where a job changes it; wasNot: not where the row had these values
--   events: security events, each with its name `event`, and with `only` of the columns whose change it is; is, was, wasNot: what the row's
--     values are, were, or weren't; onlyEvents: nothing else is written
--   on: what of all this is otherwise for INSERT, UPDATE or DELETE
create or replace function audit_row_change() returns trigger language plpgsql as $$
declare
  told jsonb := tg_argv[0]::jsonb || coalesce(tg_argv[0]::jsonb -> 'on' -> tg_op, '{}');
  actor_kind text := coalesce(nullif(current_setting('storefront.actor', true), ''), '{}')::jsonb ->> 'kind';
  was jsonb;
  becomes jsonb;
  event jsonb;
begin
  if coalesce(actor_kind, 'customer') = 'customer' and not told ? 'events' then return null; end if;
  was := case when tg_op = 'INSERT' then '{}' else to_jsonb(old) end;
  becomes := case when tg_op = 'DELETE' then '{}' else to_jsonb(new) end;
  if not (actor_kind is not distinct from 'job' and told ? 'notByJobs') and not told ? 'onlyEvents'
    and not (told ? 'wasNot' and was @> (told -> 'wasNot')) then
    perform write_row_change(told, tg_op, was, becomes);
  end if;
  for event in select jsonb_array_elements(told -> 'events') loop
    if was @> coalesce(event -> 'was', '{}') and becomes @> coalesce(event -> 'is', '{}') and not (event ? 'wasNot' and was @> (event -> 'wasNot')) then
      perform write_row_change(told - 'ignored' || event, tg_op, was, becomes);
    end if;
  end loop;
  return null;
end $$;

-- Nothing where none of the columns changed, and of what customers do only events.
create or replace function write_row_change(told jsonb, op text, was jsonb, becomes jsonb) returns void language plpgsql as $$
declare
  actor_kind text := coalesce(coalesce(nullif(current_setting('storefront.actor', true), ''), '{}')::jsonb ->> 'kind', 'nobody');
  subject jsonb := was || becomes;
  unseen jsonb := coalesce(told -> 'ignored', '[]') || case when actor_kind = 'job' then coalesce(told -> 'ledger', '[]') else '[]' end;
  is_personal jsonb := coalesce(told -> 'personal', '[]');
  -- Some settings are secrets that the shop generated for itself.
  is_secret jsonb := case when told ->> 'type' = 'setting' and subject ->> 'key' like 'private:%secret' then '["value"]' else coalesce(told -> 'secret', '[]') end;
  changed jsonb;
  of_people jsonb;
begin
  if actor_kind in ('customer', 'nobody') and not told ? 'event' then return; end if;
  select
    coalesce(jsonb_object_agg(key, case when is_secret ? key then '{"hidden": "secret"}' when is_personal ? key then '{"hidden": "personal"}' else values end), '{}'),
    coalesce(jsonb_object_agg(key, values) filter (where is_personal ? key and not is_secret ? key), '{}')
  into changed, of_people
  from jsonb_object_keys(subject) as key, lateral (select case op
      when 'INSERT' then jsonb_build_object('after', becomes -> key)
      when 'DELETE' then jsonb_build_object('before', was -> key)
      else jsonb_build_object('before', was -> key, 'after', becomes -> key) end as values) as columns
  where coalesce(was -> key, 'null') <> coalesce(becomes -> key, 'null') and not unseen ? key and (not told ? 'only' or told -> 'only' ? key);
  if op = 'UPDATE' and changed = '{}' then return; end if;
  perform write_audit_row(
    case when told ? 'event' then 'security' else 'change' end,
    coalesce(told ->> 'event', case op when 'INSERT' then 'created' when 'DELETE' then 'deleted' else 'updated' end),
    told ->> 'type', subject ->> (told ->> 'id'), subject ->> (told ->> 'name'),
    (told ->> 'part') || coalesce(' ' || (subject ->> (told ->> 'partId')), ''), changed,
    -- While somebody is being erased, their data must not be logged.
    case when current_setting('storefront.erasing', true) = 'on' then '{}' else of_people end);
end $$;

-- What can be deleted from a row later. The salt keeps a hash from revealing what was hashed, once the value itself was deleted.
create or replace function audit_personal(actor jsonb, of_people jsonb) returns jsonb language sql volatile as $$
  select jsonb_build_object('salt', gen_random_uuid())
    || case when actor ? 'network' then jsonb_build_object('network', actor -> 'network') else '{}' end
    || case when of_people = '{}' then '{}' else jsonb_build_object('changes', of_people) end
$$;

-- Called by the triggers, and for events that aren't a row of the shop's tables.
create or replace function write_audit_row(
  row_kind text, row_action text, subject_type text, subject_id text, subject_name text, subject_part text, changed jsonb, of_people jsonb
) returns void language plpgsql as $$
declare
  actor jsonb := coalesce(nullif(current_setting('storefront.actor', true), ''), '{}')::jsonb;
  detachable jsonb := audit_personal(actor, of_people);
begin
  insert into audit_log (created_at, kind, action, actor_kind, actor_id, actor_name, request_id, object_type, object_id, object_name, part, changes,
      personal, personal_hash)
    values (now(), row_kind, row_action, coalesce(actor ->> 'kind', 'nobody'), (actor ->> 'id')::uuid, actor ->> 'name', actor ->> 'requestId',
      subject_type, subject_id, subject_name, subject_part, changed, detachable, audit_hash(detachable::text));
end $$;

-- Products and variants: audit_changes.sql, and products that are deleted: product_changed.sql.
create or replace trigger picture_audit after update or delete on product_images
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "product", "id": "product_id", "part": "picture", "partId": "position", "ignored": ["product_id", "position"]}');

create or replace trigger bundle_part_audit after insert or update or delete on bundle_parts
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "product", "id": "bundle_id", "part": "part", "partId": "position", "ignored": ["bundle_id", "position"]}');

create or replace trigger upload_audit after insert on unattached_images
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "image", "id": "image_id", "ignored": ["image_id", "since"]}');

create or replace trigger category_audit after insert or update or delete on categories
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "category", "id": "id", "name": "name", "ignored": ["id", "created_at", "version", "name_words", "position"]}');

create or replace trigger collection_audit after insert or update or delete on collections
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "collection", "id": "id", "name": "title", "ignored": ["id", "created_at", "updated_at", "version"]}');

create or replace trigger brand_audit after insert or update or delete on brands
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "brand", "id": "id", "name": "name", "ignored": ["id", "created_at", "version", "is_untidy"]}');

create or replace trigger safety_contact_audit after insert or update or delete on safety_contacts
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "safety-contact", "id": "id", "name": "name", "ignored": ["id", "created_at", "version"]}');

create or replace trigger bulk_edit_audit after insert on bulk_edits
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "bulk-edit", "id": "id", "ignored": ["id", "created_at", "by", "status", "cursor", "changed", "unchanged", "refused"]}');

create or replace trigger setting_audit after insert or update or delete on settings
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "setting", "id": "key", "ignored": ["key", "version"]}');

create or replace trigger page_audit after insert or update or delete on pages
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "page", "id": "id", "name": "title", "ignored": ["id", "created_at", "updated_at", "version"]}');

create or replace trigger redirect_audit after insert or update or delete on redirects
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "redirect", "id": "id", "name": "from_path", "ignored": ["id", "created_at", "to_key"]}');

create or replace trigger discount_code_audit after insert or update or delete on discount_codes
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "discount-code", "id": "id", "name": "code", "ignored": ["id", "created_at", "version", "uses"]}');

-- Not on insert: a checkout inserts an order, and only later changes are for the log.
create or replace trigger order_audit after update or delete on orders
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "order", "id": "id", "name": "number", "ignored": ["id", "version", "session_failures", "session_due_at"],
    "personal": ["guest_email", "guest_name", "guest_network", "address", "recipient", "street", "postcode", "city", "billing", "tracking", "custom"]}');

create or replace trigger manual_receipt_audit after insert on manual_receipts
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "order", "id": "order_id", "part": "payment", "ignored": ["id", "order_id", "session_id", "key", "at"], "personal": ["note"]}');

create or replace trigger balance_account_audit after insert or update on balance_accounts
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "balance", "id": "id", "name": "last_four", "notByJobs": true,
    "ignored": ["id", "created_at", "balance_cents", "held_cents", "order_id", "line", "piece", "user_id"], "secret": ["sealed", "digest"],
    "personal": ["recipient_email", "recipient_name", "sender_name", "message"]}');

create or replace trigger balance_entry_audit after insert on balance_entries
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "balance", "id": "account_id", "part": "entry", "notByJobs": true,
    "ignored": ["id", "account_id", "actor_id", "by", "at", "key"]}');

create or replace trigger order_note_audit after insert or update or delete on order_notes
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "order", "id": "order_id", "part": "note", "ignored": ["id", "order_id", "at", "by", "actor_id"], "personal": ["text"]}');

create or replace trigger order_request_audit after update or delete on order_requests
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "order", "id": "order_id", "part": "request", "ignored": ["id", "order_id", "created_at", "decided_at"],
    "personal": ["reason", "answer", "name"]}');

create or replace trigger order_delay_audit after insert or update or delete on order_delays
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "order", "id": "order_id", "part": "delay", "ignored": ["id", "order_id", "position", "created_at", "answered_at"]}');

create or replace trigger customer_note_audit after insert or update or delete on customer_notes
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "account", "id": "user_id", "part": "note", "ignored": ["id", "user_id", "author_id", "by", "created_at"], "personal": ["text"]}');

create or replace trigger customer_audit after update of tags, consent_at, custom on customers
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "account", "id": "id", "part": "customer", "only": ["tags", "consent_at", "custom"], "personal": ["tags", "custom"]}');

create or replace trigger custom_field_audit after insert or update or delete on custom_fields
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "custom-field", "id": "id", "name": "name", "ignored": ["id", "created_at", "version", "is_untidy"]}');

create or replace trigger saved_view_audit after insert or update or delete on saved_views
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "saved-view", "id": "id", "name": "name", "ignored": ["id", "created_at"]}');

create or replace trigger address_audit after insert or update or delete on addresses
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "account", "id": "user_id", "part": "address", "ignored": ["id", "user_id", "created_at"],
    "personal": ["recipient", "street", "postcode", "city", "region", "country"]}');

create or replace trigger session_audit after delete on sessions
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "account", "id": "user_id", "part": "session", "notByJobs": true, "only": []}');

-- An owner switches test orders on or off.
create or replace trigger session_test_audit after update of test_orders_until on sessions
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "account", "id": "user_id", "part": "test orders", "only": ["test_orders_until"]}');

create or replace trigger invitation_audit after insert or update or delete on team_invitations
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "invitation", "id": "id", "ignored": ["id", "by", "created_at"], "personal": ["email"], "secret": ["token_hash"]}');

create or replace trigger webhook_audit after insert or update or delete on webhook_endpoints
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "webhook", "id": "id", "name": "url", "ignored": ["id", "created_at", "version"], "secret": ["secret", "previous_secret"]}');

create or replace trigger webhook_delivery_audit after update of state, next_attempt_at on webhook_deliveries
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "webhook", "id": "endpoint_id", "part": "delivery", "partId": "id", "notByJobs": true, "only": ["state", "next_attempt_at"]}');

create or replace trigger webhook_test_audit after insert on webhook_events
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '' and new.type = 'webhook.test')
  execute function audit_row_change('{"type": "webhook", "id": "subject_id", "part": "test", "only": []}');

-- Only the import itself: the changes that it makes to products are logged for each product.
create or replace trigger product_import_audit after insert or update of status, kind, match, mapping, format, replaces_images, creates_categories,
  image_hosts, numbers, uncounted_stock, hides_imageless on product_imports
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "product-import", "id": "id", "name": "file_name",
    "only": ["status", "kind", "match", "mapping", "format", "replaces_images", "creates_categories", "image_hosts", "numbers", "uncounted_stock", "hides_imageless"],
    "on": {"INSERT": {"only": []}, "UPDATE": {"notByJobs": true, "wasNot": {"status": "uploading"}}}}');

-- What an import brings: that it came, and whom it named is in the order itself.
create or replace trigger imported_order_audit after insert on imported_orders
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "imported-order", "id": "id", "name": "number", "only": []}');

create or replace trigger imported_customer_audit after update of invited_at on imported_customers
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "account", "id": "user_id", "part": "invitation", "only": ["invited_at"]}');
create or replace trigger field_file_audit after insert or delete on field_files
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "file", "id": "id", "name": "name", "ignored": ["id", "pieces", "created_at", "unused_since"]}');

create or replace trigger download_file_audit after insert or update or delete on download_files
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "product", "id": "product_id", "part": "download", "partId": "name", "ignored": ["id", "product_id", "created_at", "version"]}');

-- Of the keys themselves only how many were added or deleted: a key is never in the log.
create or replace trigger license_key_list_audit after insert or update or delete on license_key_lists
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "product", "id": "product_id", "part": "licence keys", "ignored": ["id", "product_id", "created_at", "low_told_at", "version"]}');

create or replace trigger order_download_audit after update of allowed, expires_at on order_downloads
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "order", "id": "order_id", "part": "download", "only": ["allowed", "expires_at"]}');

-- The following write security events too, whoever changed the row.
create or replace trigger refund_audit after insert or update on refunds
  for each row execute function audit_row_change('{"type": "order", "id": "order_id", "part": "refund", "partId": "id", "personal": ["reason"],
    "ignored": ["failures", "due_at"],
    "on": {"INSERT": {"onlyEvents": true, "events": [{"event": "refund", "ignored": ["id", "order_id", "at", "actor_id"]}]}}}');

-- Without changes that the events report.
create or replace trigger account_audit after insert or update or delete on users
  for each row execute function audit_row_change('{"type": "account", "id": "id",
    "ignored": ["id", "created_at", "version", "search_text", "second_factor_grace_from"],
    "personal": ["name", "email", "phone", "address", "billing", "pending_email"], "secret": ["password_hash", "answer_hash"],
    "on": {
      "INSERT": {"events": [{"event": "role_changed", "only": ["role", "team_role"], "is": {"role": 1}}]},
      "UPDATE": {"ignored": ["id", "created_at", "version", "search_text", "role", "team_role", "password_hash", "disabled_at", "email"], "events": [
        {"event": "account_disabled", "only": ["disabled_at"]}, {"event": "email_changed", "only": ["email"]},
        {"event": "password_changed", "only": ["password_hash"]}, {"event": "role_changed", "only": ["role", "team_role"]}]}}}');

create or replace trigger api_key_audit after insert or delete on api_keys
  for each row execute function audit_row_change('{"type": "api-key", "id": "id", "name": "name", "onlyEvents": true, "on": {
    "INSERT": {"events": [{"event": "key_made", "only": ["scopes", "expires_at"]}]},
    "DELETE": {"events": [{"event": "key_ended", "only": ["scopes", "expires_at"]}]}}}');

create or replace trigger factor_audit after insert or update of confirmed_at or delete on second_factors
  for each row execute function audit_row_change('{"type": "account", "id": "user_id", "part": "second factor", "only": [], "on": {
    "UPDATE": {"onlyEvents": true, "events": [{"event": "factor_on", "only": ["confirmed_at"], "was": {"confirmed_at": null}}]},
    "DELETE": {"onlyEvents": true, "events": [{"event": "factor_off", "wasNot": {"confirmed_at": null}}]}}}');
