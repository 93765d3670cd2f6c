-- The tree of categories, and the categories of products beside their main one.

-- Refuses a circle and a sixth level, whoever writes. One change of the tree at a time: two that were right each by itself could make a circle together.
-- A statement after the lock sees what the transaction that held it has committed.
create or replace function on_category_placed() returns trigger language plpgsql as $$
declare
  levels_above int;
  levels_below int;
begin
  perform pg_advisory_xact_lock(hashtext('category_tree'));
  with recursive above as (
    select id, parent_id, 1 as level from categories where id = new.parent_id
    union all select c.id, c.parent_id, level + 1 from categories c join above on c.id = above.parent_id where level < 10 and above.id <> new.id
  ) select max(level) into levels_above from above having not bool_or(id = new.id);
  if new.parent_id = new.id or (levels_above is null and exists (select from categories where id = new.parent_id)) then
    raise check_violation using message = 'a category would be below itself', constraint = 'categories_circle';
  end if;
  with recursive below as (
    select id, 1 as level from categories where parent_id = new.id
    union all select c.id, level + 1 from categories c join below on c.parent_id = below.id where level < 10
  ) select coalesce(max(level), 0) into levels_below from below;
  if coalesce(levels_above, 0) + 1 + levels_below > 5 then
    raise check_violation using message = 'the tree of categories would have a sixth level', constraint = 'categories_levels';
  end if;
  return new;
end $$;

create or replace trigger category_placed before insert or update of parent_id on categories
  for each row when (new.parent_id is not null) execute function on_category_placed();

-- As the foreign key of main categories does. A product that gets the category meanwhile has locked it, so this waits and then sees the product.
create or replace function on_category_left() returns trigger language plpgsql as $$ begin
  if exists (select from products where further_category_ids <> '{}' and further_category_ids && array[old.id]) then
    raise foreign_key_violation using message = 'products are in this category', constraint = 'products_further_category_ids';
  end if;
  delete from category_combinations where further_ids @> array[old.id];
  return old;
end $$;

create or replace trigger category_left before delete on categories for each row execute function on_category_left();

-- What price_counts counts a product under: its category, or the combination of its categories.
create or replace function combination_of(category_id uuid, further_ids uuid[]) returns uuid language sql stable parallel safe
  return case when further_ids = '{}' then category_id else md5(category_id::text || array_to_string(further_ids, ' '))::uuid end;

-- A product's further categories, ascending and without its main one; as a foreign key would, refuses those that don't exist. Their combination
-- gets its row.
create or replace function keep_further_categories(main_id uuid, further_ids uuid[]) returns uuid[] language plpgsql as $$
declare
  wanted uuid[] := array(select distinct id from unnest(further_ids) id where id <> main_id order by id);
  found_count int;
begin
  if wanted = '{}' then return wanted; end if;
  -- In the order of their ids, so that two products that are saved at once don't wait for each other in a circle.
  select count(*) into found_count from (select id from categories where id = any(wanted) order by id for key share) locked;
  if found_count < cardinality(wanted) then
    raise foreign_key_violation using message = 'a further category is missing', constraint = 'products_further_category_ids';
  end if;
  if not exists (select from category_combinations where id = combination_of(main_id, wanted)) then
    insert into category_combinations (id, category_id, further_ids) values (combination_of(main_id, wanted), main_id, wanted) on conflict do nothing;
  end if;
  return wanted;
end $$;
