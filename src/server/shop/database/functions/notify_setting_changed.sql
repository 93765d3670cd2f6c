-- A content page's text is the setting `text:<page>`, and settings that no page shows are called `private:<name>`. Every other setting is
-- shown on every page.
create or replace function notify_setting_changed() returns trigger language plpgsql as $$
declare
  changed_key text := coalesce(new.key, old.key);
begin
  if changed_key like 'private:%' then
    return null;
  end if;
  perform notify_change_of(case when changed_key like 'text:%' then changed_key else '' end);
  return null;
end $$;

create or replace trigger settings_changed after insert or update or delete on settings
  for each row execute function notify_setting_changed();
