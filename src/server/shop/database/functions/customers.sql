-- The list of customers: a row for each account, and for each guest, who is known by the email of orders that were paid. A guest's order counts for
-- the account that has confirmed its email, if there is one. Number, sum, time and country are counted anew from the orders at each change: with the
-- customer's row locked first, so that each statement after that sees what others have counted (read committed).

-- What counts: orders that were paid, but owners' test orders and those whose buyer was erased; of an account, and of guests with an email that no account has.
create or replace function customer_orders(account uuid, mailbox text)
returns table (created_at timestamptz, name text, email text, country text, cents bigint) language sql stable
begin atomic
  select o.created_at, o.guest_name, o.guest_email, o.country, case when is_sale(o.status, o.paid_at) then o.total_cents - o.refunded_cents else 0 end
    from orders o where o.user_id = account and not o.status in ('pending', 'cancelled', 'expired') and not o.is_buyer_erased and not o.is_test
  union all
  select o.created_at, o.guest_name, o.guest_email, o.country, case when is_sale(o.status, o.paid_at) then o.total_cents - o.refunded_cents else 0 end
    from orders o where o.user_id is null and lower(o.guest_email) = lower(nullif(mailbox, ''))
      and not o.status in ('pending', 'cancelled', 'expired') and not o.is_buyer_erased and not o.is_test;
end;

create or replace function add_accounts(ids uuid[]) returns void language sql
begin atomic
  insert into customers (id, user_id, kind, name, email, search_text, is_disabled, created_at)
    select id, id, case role when 1 then 'team' else 'account' end, name, email, lower(name || E'\n' || email), disabled_at is not null, created_at
    from users where id = any(ids) on conflict do nothing;
end;

create or replace function count_account(account uuid) returns void language plpgsql as $$
declare
  confirmed text;
begin
  perform from customers where id = account for no key update;
  if not found then
    perform add_accounts(array[account]);
    perform from customers where id = account for no key update;
  end if;
  select email into confirmed from users where id = account and email_confirmed_at is not null;
  update customers c set orders = counted.orders, spent_cents = counted.cents, last_order_at = counted.last_order_at, country = counted.country
    from (
      select count(*)::int as orders, coalesce(sum(cents), 0)::bigint as cents, coalesce(max(created_at), '-infinity') as last_order_at,
        (array_agg(o.country order by created_at desc) filter (where o.country is not null))[1] as country
      from customer_orders(account, confirmed) o
    ) counted
    where c.id = account
      and (c.orders, c.spent_cents, c.last_order_at, c.country) is distinct from (counted.orders, counted.cents, counted.last_order_at, counted.country);
end $$;

-- A guest begins with their first order that counts, and ends, with tags and notes, when none counts any more.
create or replace function count_guest(mailbox text) returns void language plpgsql as $$
declare
  guest uuid;
begin
  select id into guest from customers where user_id is null and lower(email) = lower(mailbox) for no key update;
  if guest is null then
    insert into customers (id, kind, name, email, search_text, created_at)
      select gen_random_uuid(), 'guest', name, email, '', created_at from customer_orders(null, mailbox) order by created_at limit 1
      on conflict do nothing;
    select id into guest from customers where user_id is null and lower(email) = lower(mailbox) for no key update;
  end if;
  update customers c set name = counted.name, email = counted.email, search_text = lower(counted.name || E'\n' || counted.email), orders = counted.orders,
      spent_cents = counted.cents, last_order_at = counted.last_order_at, country = counted.country, created_at = counted.first_order_at
    from (
      select count(*)::int as orders, sum(cents)::bigint as cents, max(created_at) as last_order_at, min(created_at) as first_order_at,
        (array_agg(o.name order by created_at desc))[1] as name, (array_agg(o.email order by created_at desc))[1] as email,
        (array_agg(o.country order by created_at desc) filter (where o.country is not null))[1] as country
      from customer_orders(null, mailbox) o having count(*) > 0
    ) counted where c.id = guest;
  if not found then delete from customers where id = guest; end if;
end $$;

-- Called by whoever changes what counts of an order, in the same transaction. Whoever confirms the email meanwhile waits, and finds it counted.
create or replace function count_customer(account uuid, mailbox text) returns void language plpgsql as $$
declare
  owner uuid := account;
begin
  if owner is null then
    if coalesce(mailbox, '') = '' then return; end if;
    perform pg_advisory_xact_lock_shared(hashtext('customer'), hashtext(lower(mailbox)));
    select id into owner from users where lower(email) = lower(mailbox) and email_confirmed_at is not null;
  end if;
  if owner is null then perform count_guest(mailbox); else perform count_account(owner); end if;
end $$;

-- A guest who ticked the box at the checkout agreed to get offers by email, from the payment on; who agrees again keeps the first time.
create or replace function keep_consent(paid_order uuid) returns void language sql
begin atomic
  update customers c set consent_at = o.consent_at from orders o
    where o.id = paid_order and o.consent_at is not null and c.consent_at is null
      and c.id = coalesce((select id from users where lower(email) = lower(o.guest_email) and email_confirmed_at is not null),
        (select id from customers where user_id is null and lower(email) = lower(o.guest_email)));
end;

-- Once an account has confirmed an email, the guest with that email is the same customer: with their orders, tags, notes and consent. If it no longer
-- has, the orders that are left count for a guest.
create or replace function join_customer(mailbox text) returns void language plpgsql as $$
declare
  owner uuid;
  guest customers%rowtype;
begin
  perform pg_advisory_xact_lock(hashtext('customer'), hashtext(lower(mailbox)));
  select id into owner from users where lower(email) = lower(mailbox) and email_confirmed_at is not null;
  if owner is null then
    perform count_guest(mailbox);
    return;
  end if;
  select * into guest from customers where user_id is null and lower(email) = lower(mailbox) for update;
  if guest.id is not null then
    update customers set consent_at = coalesce(consent_at, guest.consent_at),
        tags = (select coalesce(array_agg(distinct tag order by tag), '{}') from unnest(tags || guest.tags) tag),
        custom = case when guest.custom is null then custom else guest.custom || coalesce(custom, '{}') end
      where id = owner and (guest.tags <> '{}' or guest.consent_at is not null or guest.custom is not null);
    update customer_notes set user_id = owner where user_id = guest.id;
    delete from customers where id = guest.id;
  end if;
  perform count_account(owner);
end $$;

create or replace function on_accounts_inserted() returns trigger language plpgsql as $$ begin
  perform add_accounts(array(select id from inserted));
  perform join_customer(email) from inserted where email_confirmed_at is not null;
  return null;
end $$;

create or replace trigger accounts_inserted after insert on users
  referencing new table as inserted for each statement execute function on_accounts_inserted();

create or replace function on_account_changed() returns trigger language plpgsql as $$
declare
  was text := case when old.email_confirmed_at is not null then lower(old.email) end;
  becomes text := case when tg_op = 'UPDATE' and new.email_confirmed_at is not null then lower(new.email) end;
begin
  if tg_op = 'UPDATE' then
    update customers set kind = case new.role when 1 then 'team' else 'account' end, name = new.name, email = new.email,
        search_text = lower(new.name || E'\n' || new.email), is_disabled = new.disabled_at is not null, created_at = new.created_at
      where id = new.id;
  end if;
  if was is not distinct from becomes then return null; end if;
  if was is not null then perform join_customer(was); end if;
  if becomes is not null then perform join_customer(becomes); elsif tg_op = 'UPDATE' then perform count_account(new.id); end if;
  return null;
end $$;

create or replace trigger account_changed after delete or update of name, email, role, disabled_at, created_at, email_confirmed_at on users
  for each row execute function on_account_changed();
