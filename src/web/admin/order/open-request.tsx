/** What the customer asks of the order, above all else that can be done with it. */
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { orderRequests as words } from '../../shared/messages/orders.ts';

export function OpenRequest({ order: { request, lines } }: { order: AdminOrder }) {
  if (request?.status !== 'open') return null;
  return (
    <section aria-label={words.badge} className="rounded-card bg-caution/8 p-5 text-caution">
      <p className="font-[600]">{words.adminTitle[request.kind]}</p>
      {request.lines.length > 0 && (
        <ul className="mt-2">
          {request.lines.map(({ line, quantity }) => (
            <li key={line}>
              {quantity} × <bdi>{lines[line]?.name}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p dir="auto" className="mt-2 text-left break-words whitespace-pre-line text-ink">
        {request.reason}
      </p>
      <p className="mt-2 text-small">{words.adminHint[request.kind]}</p>
    </section>
  );
}
