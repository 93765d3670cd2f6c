-- About how many products a query finds, by the planner's statistics, without reading any: counting what a third of a million products
-- have takes longer than a search may. Without statistics it is the same small number for every query.
-- Volatile, because EXPLAIN is allowed in no other function.
create or replace function search_estimate(asked tsquery) returns integer language plpgsql strict as $$
declare
  plan json;
begin
  execute format('explain (format json) select from products where search_vector(name, description, category_id) @@ %L::tsquery', asked::text) into plan;
  return plan -> 0 -> 'Plan' -> 'Plan Rows';
end $$;
