/** What waits for the merchant, with a link to each; nothing where nothing does. */
import type { Waiting } from '../../../../contract/notifications.ts';
import { notifications as words } from '../../../messages/admin-settings.ts';
import { ChevronIcon } from '../../../ui/icons.tsx';
import { Link } from '../../../ui/link.tsx';
import { Panel } from '../../../ui/panel.tsx';

export function ToDo({ waiting: { toShip, onHold, requests } }: { waiting: Waiting }) {
  const tasks = [
    { count: toShip, text: words.toShip(toShip), status: 'paid' },
    { count: onHold, text: words.onHold(onHold), status: 'review' },
    { count: requests, text: words.requests(requests), status: 'requested' },
  ].filter(({ count }) => count > 0);
  if (!tasks.length) return null;
  return (
    <Panel title={words.toDo}>
      <ul className="-my-2 divide-y divide-line">
        {tasks.map(({ text, status }) => (
          <li key={status}>
            <Link
              to={`/dashboard/admin/orders?status=${status}`}
              className="flex min-h-11 items-center justify-between gap-4 hover:text-accent"
            >
              {text}
              <ChevronIcon className="-rotate-90 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
