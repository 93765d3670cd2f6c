/** What waits for somebody, each kind with a link: listed on the home page, and in the bar above every page. */
import type { Waiting } from '../../../contract/email.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { TasksIcon } from '../../kit/nav-icons.tsx';
import { PopoverButton, PopoverPanel } from '../../kit/popover.tsx';
import { formatDay } from '../../shared/format.ts';
import { chooseProductsView } from '../../state/admin-area.ts';
import { notifications as words } from '../settings/messages.ts';
import { adminFrame } from './messages.ts';
import { ORDERS_PATH, PRODUCTS_PATH } from './nav-items.tsx';

interface Task {
  text: string;
  to: string;
  onClick?: () => void;
}

/** Only the table can be filtered. */
const showTable = () => chooseProductsView('table');

export function listTasks(waiting: Waiting): Task[] {
  const { withdrawals = 0, refundBy = null, late = 0, lateRefundBy = null } = waiting;
  const { disputes, toShip, onHold, processing, requests, soldOut, lowStock, failedEmails, owedKeys, lowKeys } = waiting;
  return [
    { count: disputes, text: words.disputes(disputes), to: `${ORDERS_PATH}?status=disputed` },
    { count: withdrawals, text: words.withdrawals(withdrawals, refundBy && formatDay(refundBy)), to: `${ORDERS_PATH}?status=withdrawn` },
    { count: late, text: words.late(late, lateRefundBy && formatDay(lateRefundBy)), to: `${ORDERS_PATH}?status=late` },
    { count: toShip, text: words.toShip(toShip), to: `${ORDERS_PATH}?status=to_ship` },
    { count: onHold, text: words.onHold(onHold), to: `${ORDERS_PATH}?status=review` },
    { count: requests, text: words.requests(requests), to: `${ORDERS_PATH}?status=requested` },
    { count: processing, text: words.processing(processing), to: `${ORDERS_PATH}?status=processing` },
    { count: soldOut, text: words.soldOut(soldOut), to: `${PRODUCTS_PATH}?status=active&stock=sold_out`, onClick: showTable },
    { count: lowStock, text: words.lowStock(lowStock), to: `${PRODUCTS_PATH}?status=active&stock=low`, onClick: showTable },
    { count: owedKeys, text: words.owedKeys(owedKeys), to: `${ORDERS_PATH}?status=paid` },
    { count: lowKeys, text: words.lowKeys(lowKeys), to: PRODUCTS_PATH },
    { count: failedEmails, text: words.failedEmails(failedEmails), to: '/dashboard/admin/emails?state=failed' },
  ].filter(({ count }) => count > 0);
}

export function TaskList({ tasks }: { tasks: Task[] }) {
  return (
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
  );
}

const PANEL_ID = 'admin-tasks';

/** The button says how many kinds of tasks there are, as many as the panel has lines. */
export function TaskMenu({ tasks }: { tasks: Task[] }) {
  return (
    <>
      <PopoverButton
        panel={PANEL_ID}
        aria-label={adminFrame.tasks(tasks.length)}
        title={adminFrame.toDo}
        className="admin-bar-button relative"
      >
        <TasksIcon size={20} />
        {tasks.length > 0 && (
          <span aria-hidden="true" className="count absolute top-1 right-0.5 min-w-5 px-1">
            {tasks.length}
          </span>
        )}
      </PopoverButton>
      <PopoverPanel id={PANEL_ID} label={adminFrame.toDo} className="popover-below w-72 rounded-card px-5 py-4">
        <h2 className="mb-3 text-small font-[560] tracking-normal text-soft">{adminFrame.toDo}</h2>
        {tasks.length > 0 ? <TaskList tasks={tasks} /> : <p className="text-soft">{adminFrame.nothingToDo}</p>}
      </PopoverPanel>
    </>
  );
}
