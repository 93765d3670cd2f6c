/** What the customer bought before the shop moved here, below their orders. */
import { useId, useState } from 'react';
import { listOwnImportedOrders } from '../../../contract/imported-order.ts';
import { Button } from '../../kit/button.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { importedOrders as words } from '../../shared/messages/imported-orders.ts';
import { ImportedOrderCard } from '../../shared/orders/imported-order.tsx';

const PER_STEP = 10;
const MAX = 100;

/** Nothing where there are none. */
export function FormerOrders() {
  const id = useId();
  const [limit, setLimit] = useState(PER_STEP);
  const { data } = useLoad(`former orders ${limit}`, (it, signal) => it(listOwnImportedOrders, { query: { limit }, signal }));
  if (!data?.total) return null;
  return (
    <section aria-labelledby={id} className="mt-8 flex max-w-[48rem] flex-col gap-4">
      <div>
        <h2 id={id} className="text-large">
          {words.ofCustomer}
        </h2>
        <p className="text-small text-soft">{words.ofCustomerHint}</p>
      </div>
      {data.orders.map((order) => (
        <ImportedOrderCard key={order._id} order={order} />
      ))}
      {data.total > limit && limit < MAX && (
        <Button variant="secondary" className="self-start" onClick={() => setLimit(Math.min(MAX, limit + PER_STEP))}>
          {words.more}
        </Button>
      )}
    </section>
  );
}
