-- Invoices and credit notes. A number is drawn in the transaction that makes the document, under the lock of its series, so a transaction that is
-- rolled back or killed draws none: numbers have no gap. Each hash covers the one before, as in the audit log (audit_chain.sql), and a row is never
-- changed. No hand-written statement gets around that: whoever switches triggers off is found by `verify`.
create or replace function document_hash(d documents, before text) returns text language sql immutable as $$
  select audit_hash(jsonb_build_array(before, d.id, d.kind, d.number, d.day, (extract(epoch from d.created_at) * 1000)::bigint, d.order_id, d.refund_id,
    d.corrects, d.currency, d.net_cents, d.tax_cents, d.gross_cents, d.content, d.personal_hash)::text)
$$;

-- INV-2026-00042. More than five digits where there are more documents.
create or replace function document_number(prefix text, year int, sequence int) returns text language sql immutable as $$
  select prefix || year || '-' || lpad(sequence::text, greatest(5, length(sequence::text)), '0')
$$;

create or replace function number_document() returns trigger language plpgsql as $$
declare
  series document_series;
begin
  insert into document_series (prefix, year, first, last) values (new.prefix, new.year, 1, 0) on conflict do nothing;
  select * into series from document_series s where s.prefix = new.prefix and s.year = new.year for update;
  new.sequence := series.last + 1;
  new.number := document_number(new.prefix, new.year, new.sequence);
  -- Who waited for the lock over midnight is dated after whom they waited for.
  new.day := greatest(new.day, series.day);
  new.personal := new.personal || jsonb_build_object('salt', gen_random_uuid());
  new.personal_hash := audit_hash(new.personal::text);
  new.hash := document_hash(new, series.hash);
  update document_series s set last = new.sequence, hash = new.hash, day = new.day where s.prefix = new.prefix and s.year = new.year;
  return new;
end $$;

create or replace trigger document_numbered before insert on documents for each row execute function number_document();

-- What the law no longer asks for may go: who bought. Nothing else changes, and no row goes.
create or replace function keep_document() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' and coalesce(current_setting('storefront.erasing', true), '') = 'on' and new.personal is null
    and to_jsonb(new) - 'personal' = to_jsonb(old) - 'personal' then
    return new;
  end if;
  raise exception 'document % is never changed or deleted', old.number using errcode = 'restrict_violation';
end $$;

create or replace trigger document_kept before update or delete on documents for each row execute function keep_document();

create or replace function keep_text() returns trigger language plpgsql as $$ begin
  raise exception 'the text % is kept as it was', old.id using errcode = 'restrict_violation';
end $$;

create or replace trigger text_kept before update or delete on order_texts for each row execute function keep_text();

create or replace trigger document_audit after insert on documents
  for each row when (coalesce(current_setting('storefront.actor', true), '') <> '')
  execute function audit_row_change('{"type": "order", "id": "order_id", "part": "document", "partId": "number", "only": ["kind", "gross_cents"]}');
