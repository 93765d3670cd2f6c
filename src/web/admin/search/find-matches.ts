/** What the search over everything finds: pages at once, and what the server knows of orders, products and customers. */

import { listUsers } from '../../../contract/account.ts';
import type { TeamRole } from '../../../contract/endpoint.ts';
import { listAllOrders } from '../../../contract/order-admin.ts';
import { listProductTable } from '../../../contract/product-table.ts';
import type { Api } from '../../api.ts';
import { formatPrice } from '../../shared/format.ts';
import { orders as orderWords } from '../../shared/messages/orders.ts';
import { isFor, NAV_ITEMS, ORDERS_PATH } from '../layout/nav-items.tsx';
import { adminSearch as words } from './messages.ts';

export interface Match {
  to: string;
  label: string;
  /** What tells it from others of that label. */
  note?: string;
}

export interface MatchGroup {
  label: string;
  matches: Match[];
}

const ADMIN = '/dashboard/admin';
const LIMIT = 5;

/** Those of the navigation, and what has no place there. */
const PAGES = [
  ...NAV_ITEMS,
  { to: `${ORDERS_PATH}/ship`, label: words.actions.ship, minRole: 'staff' as const },
  { to: `${ADMIN}/pages/new`, label: words.actions.addPage, minRole: 'staff' as const },
  { to: `${ADMIN}/emails?view=settings`, label: words.actions.templates },
];

/** `named` so (those of the navigation where nothing is typed), or only `related`: each word stands in the label or in what else it is called. */
export function findPages(keyword: string, role: TeamRole | null): { named: MatchGroup; related: MatchGroup } {
  const typed = keyword.toLowerCase();
  const pages: Match[] = (typed ? PAGES : NAV_ITEMS).filter((page) => isFor(page, role)).map(({ to, label }) => ({ to, label }));
  const named = pages.filter(({ label }) => label.toLowerCase().includes(typed));
  const isRelated = ({ to, label }: Match) => {
    const text = ` ${label} ${words.otherWords[to.replace(`${ADMIN}/`, '')] ?? ''}`.toLowerCase();
    return typed.split(/\s+/).every((word) => text.includes(` ${word}`));
  };
  return {
    named: { label: words.pages, matches: named },
    related: { label: words.related, matches: pages.filter((page) => !named.includes(page) && isRelated(page)) },
  };
}

/** A few of each kind; nothing is asked where nothing is typed. */
export async function findRecords(api: Api, keyword: string, signal: AbortSignal): Promise<MatchGroup[]> {
  if (!keyword) return [];
  const options = { query: { keyword, limit: LIMIT }, signal };
  const [{ orders }, { products }, { users }] = await Promise.all([
    api(listAllOrders, options),
    api(listProductTable, options),
    api(listUsers, options),
  ]);
  return [
    {
      label: words.orders,
      matches: orders.map(({ _id, number, buyer, status }) => ({
        to: `${ADMIN}/orders/${_id}`,
        label: `${words.order(number)} · ${buyer.name}`,
        note: orderWords.status[status],
      })),
    },
    {
      label: words.products,
      matches: products.map(({ slug, name, sku, price }) => ({
        to: `${ADMIN}/update-product/${slug}`,
        label: name,
        note: sku || formatPrice(price),
      })),
    },
    {
      label: words.customers,
      matches: users.map(({ _id, name, email }) => ({ to: `${ADMIN}/users/${_id}`, label: name, note: email })),
    },
  ];
}
