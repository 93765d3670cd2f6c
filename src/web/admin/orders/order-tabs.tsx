/** The lists that an admin works through, each a link that keeps keyword and period. */
import type { OrderFilter } from '../../../contract/order-fields.ts';
import { Tabs } from '../../kit/panel.tsx';
import { buildFilterUrl, type Filter } from './filter.ts';
import { adminOrders as words } from './messages.ts';

const TABS = [null, 'to_ship', 'pending', 'review', 'requested'] as const satisfies (OrderFilter | null)[];

export function OrderTabs({ filter }: { filter: Filter }) {
  const tabs = TABS.map((status) => ({
    label: words.tabs[status ?? 'all'],
    to: buildFilterUrl({ ...filter, status }),
    isCurrent: status === filter.status,
  }));
  return <Tabs label={words.tabs.label} tabs={tabs} />;
}
