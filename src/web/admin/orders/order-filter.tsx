/** Searches orders by keyword, status and period, all kept in the URL. */
import { useNavigate } from 'react-router';
import { ORDER_SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { ORDER_FILTERS, type OrderFilter, type OrderStatus, PAID_STATUSES, UNPAID_STATUSES } from '../../../contract/order-fields.ts';
import { toDay } from '../../../contract/time-zone.ts';
import { cutText } from '../../../contract/values.ts';
import { SelectField } from '../../kit/field.tsx';
import { Tabs } from '../../kit/panel.tsx';
import { orderRequests, orders } from '../../shared/messages/orders.ts';
import { useShop } from '../../shared/shop-data.ts';
import { delays } from '../order/delay-messages.ts';
import { withdrawalNotices } from '../order/withdrawal-messages.ts';
import { KeywordForm, useKeyword } from '../parts/list-controls.tsx';
import { createPeriod, findPeriod, PeriodField, parseDay } from '../parts/period-field.tsx';
import type { ShownList } from '../saved-views/shown-list.ts';
import { adminOrders as words } from './messages.ts';

/**
 * The filter of the order list, read from and written to the URL. An order's page has it too, for its links to the previous and next order.
 */
export interface Filter {
  keyword: string;
  /** Null: all orders, without checkouts that were never paid. */
  status: OrderFilter | null;
  /** Days in the shop's time zone, as dates are shown; empty: from the first, to the last. */
  from: string;
  to: string;
}

const findStatus = (text: string | null): OrderFilter | null => ORDER_FILTERS.find((it) => it === text) ?? null;

/** Invalid values are ignored. */
export function readFilter(search: URLSearchParams): Filter {
  return {
    keyword: cutText((search.get('keyword') ?? '').trim(), ORDER_SEARCH_MAX_LENGTH),
    status: findStatus(search.get('status')),
    from: parseDay(search.get('from')),
    to: parseDay(search.get('to')),
  };
}

export const isFiltered = (filter: Filter) => Object.values(filter).some(Boolean);

/** What is set, as the API and the URL have it. */
export function toFilterQuery({ keyword, status, from, to }: Filter) {
  return { ...(keyword && { keyword }), ...(status && { status }), ...(from && { from }), ...(to && { to }) };
}

export function buildFilterUrl(filter: Filter, page = 1): string {
  return `?${new URLSearchParams({ ...toFilterQuery(filter), ...(page > 1 && { page: String(page) }) })}`;
}

/** What a saved view keeps of the list. */
export const describeView = (filter: Filter, columns: readonly string[]): ShownList => ({
  list: 'orders',
  query: buildFilterUrl(filter).slice(1),
  columns,
  normalize: (query) => buildFilterUrl(readFilter(new URLSearchParams(query))).slice(1),
});

/** The lists that an admin works through, each a link that keeps keyword and period. */
const TABS = [null, 'to_ship', 'pending', 'review', 'requested'] as const satisfies (OrderFilter | null)[];

export const TO_PROCURE_PATH = '/dashboard/admin/orders/procure';

const DOCUMENTS_PATH = '/dashboard/admin/orders/documents';

interface OrderTabsProps {
  filter: Filter;
  /** The shop has test orders; without any, their list isn't offered. */
  hasTests: boolean;
  /** Something was sold below zero. */
  isOwing: boolean;
  /** There are orders of a former shop. */
  hasImported: boolean;
}

export function OrderTabs({ filter, hasTests, isOwing, hasImported }: OrderTabsProps) {
  const tabs = [...TABS, ...(hasTests ? ['test' as const] : [])].map((status) => ({
    label: words.tabs[status ?? 'all'],
    to: buildFilterUrl({ ...filter, status }),
    isCurrent: status === filter.status,
  }));
  const procure = { label: words.tabs.procure, to: TO_PROCURE_PATH, isCurrent: false };
  const { hasInvoices } = useShop().settings;
  const documents = { label: words.tabs.documents, to: DOCUMENTS_PATH, isCurrent: false };
  const imported = { label: words.tabs.imported, to: '/dashboard/admin/orders/imported', isCurrent: false };
  return (
    <Tabs
      label={words.tabs.label}
      tabs={[...tabs, ...(hasInvoices ? [documents] : []), ...(isOwing ? [procure] : []), ...(hasImported ? [imported] : [])]}
    />
  );
}

const renderOption = (status: OrderStatus) => (
  <option key={status} value={status}>
    {orders.status[status]}
  </option>
);

export function OrderFilterForm({ filter, hasTests }: { filter: Filter; hasTests: boolean }) {
  const { keyword, status } = filter;
  const navigate = useNavigate();
  const today = toDay(new Date(), useShop().settings.shop.timeZone);
  const input = useKeyword(keyword);
  const { withdrawalDays } = useShop().settings.shop;
  const apply = (change: Partial<Filter>) => {
    const next = { ...filter, keyword: input.read(), ...change };
    void navigate(buildFilterUrl(next), { preventScrollReset: true });
  };

  return (
    <KeywordForm
      input={input}
      label={words.searchLabel}
      maxLength={ORDER_SEARCH_MAX_LENGTH}
      submitLabel={words.search}
      onSubmit={() => apply({})}
    >
      <SelectField
        label={words.status}
        name="status"
        value={status ?? ''}
        onChange={(event) => apply({ status: findStatus(event.target.value) })}
        className="grow basis-36 sm:max-w-52"
      >
        <option value="">{words.allStatuses}</option>
        <option value="to_ship">{words.tabs.to_ship}</option>
        <option value="to_pay">{words.tabs.to_pay}</option>
        <option value="requested">{orderRequests.filter}</option>
        {(withdrawalDays || status === 'withdrawn') && <option value="withdrawn">{withdrawalNotices.filter}</option>}
        <option value="late">{delays.filter}</option>
        <option value="disputed">{words.disputed}</option>
        {PAID_STATUSES.map(renderOption)}
        {hasTests && <option value="test">{words.tabs.test}</option>}
        <optgroup label={words.checkouts}>
          <option value="unpaid">{words.allCheckouts}</option>
          <option value="processing">{orders.processing}</option>
          {UNPAID_STATUSES.map(renderOption)}
        </optgroup>
      </SelectField>
      <PeriodField
        period={filter}
        days={findPeriod(filter, today)}
        hasAnyTime
        selectDays={(days) => apply(days ? createPeriod(days, today) : { from: '', to: '' })}
        apply={apply}
      />
    </KeywordForm>
  );
}
