-- Remembers a slug that is no longer in use: links with it are redirected to whatever had it last, or get a 410. Drafts had no links. The
-- triggers of products, pages and categories call it.
create or replace function leave_slug(left_kind text, left_slug text, left_by uuid) returns void language sql
begin atomic
  insert into slug_history (kind, slug, target_id) values (left_kind, left_slug, left_by)
    on conflict (kind, slug) do update set target_id = excluded.target_id;
end;
