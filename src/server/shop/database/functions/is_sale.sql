-- An order counts on the day it was paid, less its refunds, while it is neither on hold nor refunded in full.
create or replace function is_sale(status text, paid_at timestamptz) returns boolean language sql immutable
  return status in ('paid', 'shipped', 'delivered') and paid_at is not null;
