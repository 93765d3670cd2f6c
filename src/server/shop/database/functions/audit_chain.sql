-- The audit log as a chain: each row's hash covers the hash before it, so a row that is changed, missing or put in between is found.
create or replace function audit_hash(told text) returns text language sql immutable as $$ select encode(sha256(convert_to(told, 'UTF8')), 'hex') $$;

create or replace function audit_row_hash(entry audit_log, at_position bigint, before text) returns text language sql immutable as $$
  select audit_hash(jsonb_build_array(at_position, before, entry.id, (extract(epoch from entry.created_at) * 1000)::bigint, entry.kind, entry.action,
    entry.actor_kind, entry.actor_id, entry.actor_name, entry.request_id, entry.object_type, entry.object_id, entry.object_name, entry.part,
    entry.changes, entry.personal_hash)::text)
$$;

-- Adds rows that aren't chained yet, in the order of their ids, `most` at a time, and returns them. A job calls it: if the changes' own
-- transactions did it, they would wait for each other. Two calls at once run one after the other, because of the lock on the chain's one
-- row.
create or replace function seal_audit_log(most int) returns table (kind text, action text) language plpgsql as $$
declare
  chain audit_chain;
  entry audit_log;
begin
  insert into audit_chain default values on conflict do nothing;
  select * into chain from audit_chain for update;
  for entry in select * from audit_log a where a.position is null order by a.id limit most loop
    chain.position := chain.position + 1;
    chain.hash := audit_row_hash(entry, chain.position, chain.hash);
    update audit_log a set position = chain.position, hash = chain.hash where a.id = entry.id;
    kind := entry.kind;
    action := entry.action;
    return next;
  end loop;
  update audit_chain set position = chain.position, hash = chain.hash;
end $$;
