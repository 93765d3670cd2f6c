/** The merchant's open tasks, each with a link; empty if there are none. */
import type { Waiting } from '../../../contract/notifications.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { Panel } from '../../kit/panel.tsx';
import { chooseProductsView } from '../../state/admin-area.ts';
import { notifications as words } from '../settings/messages.ts';

const ORDERS = '/dashboard/admin/orders';
const PRODUCTS = '/dashboard/admin/products';

/** Only the table can be filtered. */
const showTable = () => chooseProductsView('table');

export function ToDo({ waiting }: { waiting: Waiting }) {
  const { disputes, toShip, onHold, processing, requests, soldOut, lowStock, failedEmails } = waiting;
  const tasks = [
    { count: disputes, text: words.disputes(disputes), to: `${ORDERS}?status=disputed` },
    { count: toShip, text: words.toShip(toShip), to: `${ORDERS}?status=to_ship` },
    { count: onHold, text: words.onHold(onHold), to: `${ORDERS}?status=review` },
    { count: requests, text: words.requests(requests), to: `${ORDERS}?status=requested` },
    { count: processing, text: words.processing(processing), to: `${ORDERS}?status=processing` },
    { count: soldOut, text: words.soldOut(soldOut), to: `${PRODUCTS}?status=active&stock=sold_out`, onClick: showTable },
    { count: lowStock, text: words.lowStock(lowStock), to: `${PRODUCTS}?status=active&stock=low`, onClick: showTable },
    { count: failedEmails, text: words.failedEmails(failedEmails), to: '/dashboard/admin/emails?state=failed' },
  ].filter(({ count }) => count > 0);
  if (!tasks.length) return null;
  return (
    <Panel title={words.toDo}>
      <ul className="-my-2 divide-y divide-line">
        {tasks.map(({ text, to, onClick }) => (
          <li key={to}>
            <Link to={to} {...(onClick && { onClick })} className="flex min-h-11 items-center justify-between gap-4 hover:text-accent">
              {text}
              <ChevronIcon className="-rotate-90 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
