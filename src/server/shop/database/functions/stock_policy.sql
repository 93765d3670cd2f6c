-- The stock policy of a product without options, or of a variant: contract/stock-policy.ts says what each means. `quantity` is how many can be
-- bought, `on_hand` the sum of the ledger where that is another number. Both are written together, in each statement that moves stock.

-- How many can be bought of so many that are there. The constraints products_stock_policy and product_variants_stock_policy say the same.
create or replace function quantity_by_policy(policy jsonb, there integer) returns integer language sql immutable parallel safe
  return case when policy is null then greatest(0, there) when policy ->> 'limit' is null then 1000000
    else greatest(0, least(1000000, there + (policy ->> 'limit')::int)) end;

-- What `quantity` becomes if the stock changes by so many. Without a policy a lack is negative, and the constraint on `quantity` refuses it.
create or replace function quantity_after(quantity integer, policy jsonb, on_hand integer, change integer) returns integer
  language sql immutable parallel safe
  return case when on_hand is null then quantity + change else quantity_by_policy(policy, on_hand + change) end;

-- What `on_hand` becomes. A counted one that is no longer below zero has none.
create or replace function on_hand_after(policy jsonb, on_hand integer, change integer) returns integer language sql immutable parallel safe
  return case when policy is null and on_hand + change >= 0 then null else on_hand + change end;

-- How scarce it is goes by what is there, and where pieces are sold before they are there, by what can be bought: a product that isn't counted is
-- never scarce.
create or replace function scarce_by(quantity integer, policy jsonb, on_hand integer) returns integer language sql immutable parallel safe
  return case when policy ->> 'policy' = 'backorder' then greatest(0, least(quantity, on_hand)) else quantity end;
