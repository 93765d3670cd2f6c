/** Orders that an admin has selected on several pages of one list, and the actions for all of them. */

import { useState } from 'react';
import type { AdminOrder } from '../../../contract/order-fields.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { documents } from '../../shared/documents/messages.ts';
import { DelayDialog } from '../order/delay-dialog.tsx';
import { delays } from '../order/delay-messages.ts';
import { ActionButton, ActionLink } from '../parts/controls.tsx';
import { adminOrders as words } from './messages.ts';
import { buildDocumentsUrl, DOCUMENTS_MAX } from './order-links.tsx';

/** No more orders than one page prints documents of. */
const MAX_SELECTED = DOCUMENTS_MAX;

export interface OrderSelection {
  orders: ReadonlyMap<string, AdminOrder>;
  set: (orders: AdminOrder[], isSelected: boolean) => void;
  clear: () => void;
}

/** The selection is cleared when the list changes, so that nobody ships orders that they don't see. */
export function useOrderSelection(list: string): OrderSelection {
  const [state, setState] = useState<{ list: string; orders: ReadonlyMap<string, AdminOrder> }>({ list, orders: new Map() });
  const orders: ReadonlyMap<string, AdminOrder> = state.list === list ? state.orders : new Map();
  return {
    orders,
    set: (changed, isSelected) => {
      const next = new Map(orders);
      for (const order of changed) {
        if (!isSelected) next.delete(order._id);
        else if (next.size < MAX_SELECTED) next.set(order._id, order);
      }
      setState({ list, orders: next });
    },
    clear: () => setState({ list, orders: new Map() }),
  };
}

/** A checkout has no number, and nothing to ship or print. */
const isSelectable = ({ number }: AdminOrder) => number !== null;

/** Above the link that covers the row. */
const boxClass = 'relative z-1 -m-2 flex size-9 shrink-0 cursor-pointer items-center justify-center';
const inputClass = 'size-4.5 cursor-pointer accent-accent';

export function SelectBox({ selection, order }: { selection: OrderSelection; order: AdminOrder }) {
  if (!isSelectable(order)) return null;
  return (
    <label className={boxClass}>
      <input
        type="checkbox"
        aria-label={words.select(order.number)}
        checked={selection.orders.has(order._id)}
        onChange={(event) => selection.set([order], event.target.checked)}
        className={inputClass}
      />
    </label>
  );
}

export function SelectAllHead({ selection, orders }: { selection: OrderSelection; orders: AdminOrder[] }) {
  const selectable = orders.filter(isSelectable);
  if (!selectable.length) return words.order;
  return (
    <span className="flex items-center gap-3">
      <label className={`${boxClass} max-sm:hidden`}>
        <input
          type="checkbox"
          aria-label={words.selectPage}
          checked={selectable.every(({ _id }) => selection.orders.has(_id))}
          onChange={(event) => selection.set(selectable, event.target.checked)}
          className={inputClass}
        />
      </label>
      {words.order}
    </span>
  );
}

export function SelectionBar({ selection, reload }: { selection: OrderSelection; reload: () => Promise<void> }) {
  const [isDelaying, setIsDelaying] = useState(false);
  const selected = [...selection.orders.values()];
  if (!selected.length) return null;
  const ids = selected.map(({ _id }) => _id);
  const numbers = selected.map(({ number }) => number).join(',');
  return (
    <section
      aria-label={words.selection}
      className="sticky bottom-[calc(0.75rem+var(--admin-bottom-bar))] z-20 mt-4 flex flex-wrap items-center gap-2 rounded-card border border-line bg-raised p-3 shadow-float"
    >
      <p role="status" className="tabular-nums mr-auto px-2 font-[560]">
        {words.selected(selected.length)}
      </p>
      <ActionLink to={`/dashboard/admin/orders/ship?numbers=${numbers}`}>{words.shipSelected}</ActionLink>
      <ActionButton variant="secondary" onClick={() => setIsDelaying(true)}>
        {delays.set}
      </ActionButton>
      <LinkButton to={buildDocumentsUrl('slip', ids)} variant="secondary">
        {documents.slips}
      </LinkButton>
      <LinkButton to={buildDocumentsUrl('invoice', ids)} variant="secondary">
        {documents.invoices}
      </LinkButton>
      <Button variant="quiet" onClick={selection.clear}>
        {words.clearSelection}
      </Button>
      {isDelaying && (
        <DelayDialog
          orders={selected}
          onDone={(changed) => {
            if (changed.length === selected.length) setIsDelaying(false);
            selection.set(changed, false);
            void reload();
          }}
          close={() => setIsDelaying(false)}
        />
      )}
    </section>
  );
}
