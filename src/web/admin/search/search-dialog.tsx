/** One search over pages, orders, products and customers. The focus stays in its input. */

import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { listCustomers } from '../../../contract/customer.ts';
import type { TeamRole } from '../../../contract/endpoint.ts';
import { SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { listAllOrders } from '../../../contract/order-admin.ts';
import { listProductTable } from '../../../contract/product-table.ts';
import type { Api } from '../../api.ts';
import { DialogBase } from '../../kit/dialog.tsx';
import { SearchIcon } from '../../kit/icons.tsx';
import { Option, useListbox } from '../../kit/listbox.tsx';
import { Spinner } from '../../kit/loading.tsx';
import { formatPrice } from '../../shared/format.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { orders as orderWords } from '../../shared/messages/orders.ts';
import { OptionGroup } from '../../shared/site-layout/suggestions.tsx';
import { ADMIN_PAGES, type AdminPage, isFor, ORDERS_PATH } from '../layout/nav-items.tsx';
import { LEGAL_PAGES_PATH } from '../pages/legal-page-names.ts';
import { legalPages } from '../pages/messages.ts';
import { usePausedText } from '../parts/list-controls.tsx';
import { adminSearch as words } from './messages.ts';

/** What the search over everything finds: pages at once, then orders, products and customers from the server. */
interface Match {
  to: string;
  label: string;
  /** Distinguishes it from others with the same label. */
  note?: string;
}

interface MatchGroup {
  label: string;
  matches: Match[];
}

const ADMIN = '/dashboard/admin';
const LIMIT = 5;

/** The pages of the menu, and those that aren't in it. */
const PAGES: readonly AdminPage[] = [
  ...ADMIN_PAGES,
  { to: `${ORDERS_PATH}/ship`, label: words.actions.ship, minRole: 'staff' },
  { to: `${ADMIN}/pages/new`, label: words.actions.addPage, minRole: 'staff' },
  { to: LEGAL_PAGES_PATH, label: legalPages.title },
];

/** `named`: the label contains the keyword; without a keyword, the menu. `related`: each word begins one of the label or of `otherWords`. */
function findPages(keyword: string, role: TeamRole | null): { named: MatchGroup; related: MatchGroup } {
  const typed = keyword.toLowerCase();
  const pages: Match[] = (typed ? PAGES : ADMIN_PAGES).filter((page) => isFor(page, role)).map(({ to, label }) => ({ to, label }));
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

/** A few of each kind; without a keyword there is no request. */
async function findRecords(api: Api, keyword: string, signal: AbortSignal): Promise<MatchGroup[]> {
  if (!keyword) return [];
  const options = { query: { keyword, limit: LIMIT }, signal };
  const [{ orders }, { products }, { customers }] = await Promise.all([
    api(listAllOrders, options),
    api(listProductTable, options),
    api(listCustomers, options),
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
      matches: customers.map(({ _id, name, email }) => ({ to: `${ADMIN}/users/${_id}`, label: name, note: email })),
    },
  ];
}

export function SearchDialog({ role, close }: { role: TeamRole | null; close: () => void }) {
  const titleId = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const keyword = text.trim();
  const paused = usePausedText(keyword);
  const { data, error, isLoading } = useLoad(paused, async (api, signal) => ({
    keyword: paused,
    groups: await findRecords(api, paused, signal),
  }));
  // Results for an earlier keyword would be opened by mistake.
  const records = data?.keyword === keyword ? data.groups : [];
  const isSearching = keyword !== paused || isLoading;
  const pages = findPages(keyword, role);
  // Matches by name come before pages that are only related.
  const groups = [pages.named, ...records, pages.related];
  const ids = groups.flatMap(({ matches }) => matches.map(({ to }) => to));
  const choose = (to: string) => {
    close();
    void navigate(to);
  };
  // Enter opens the first one, unless another was chosen.
  const list = useListbox({ ids, initialId: ids[0], isOpen: true, choose, close });

  const isEmpty = ids.length === 0;
  return (
    <DialogBase labelledBy={titleId} variant="card" isDismissable close={close} className="mt-[12vh] sm:max-w-[38rem]">
      <h2 id={titleId} className="sr-only">
        {words.title}
      </h2>
      <div className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-raised px-5">
        <span className="flex w-5 justify-center text-soft">{isSearching ? <Spinner size={16} /> : <SearchIcon />}</span>
        <input
          {...list.inputProps}
          type="search"
          aria-labelledby={titleId}
          placeholder={words.placeholder}
          maxLength={SEARCH_MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            list.setActiveId(null);
          }}
          onKeyDown={list.onKeyDown}
          className="h-14 min-w-0 grow bg-transparent text-large outline-none placeholder:text-soft [&::-webkit-search-cancel-button]:hidden"
        />
        <kbd className="key max-sm:hidden">Esc</kbd>
      </div>
      <div
        role="listbox"
        id={list.listId}
        aria-label={words.results}
        // Clicking must not take the focus from the input.
        onMouseDown={(event) => event.preventDefault()}
        className={isEmpty ? '' : 'min-h-40 p-2'}
      >
        {groups.map(({ label, matches }) => (
          <OptionGroup key={label} label={label}>
            {matches.map(({ to, label: name, note }) => (
              <Option key={to} {...list.optionProps(to)}>
                <bdi className="min-w-0 grow truncate">{name}</bdi>
                {note && <bdi className="max-w-1/2 shrink-0 truncate text-small text-soft">{note}</bdi>}
              </Option>
            ))}
          </OptionGroup>
        ))}
      </div>
      <p role="status" className={isEmpty ? 'min-h-40 p-5 text-soft' : error ? 'px-5 pb-5 text-soft' : 'sr-only'}>
        {describeState({ keyword, isEmpty, isSearching, error })}
      </p>
    </DialogBase>
  );
}

interface SearchState {
  keyword: string;
  isEmpty: boolean;
  isSearching: boolean;
  error: unknown;
}

function describeState({ keyword, isEmpty, isSearching, error }: SearchState): string {
  if (isSearching) return keyword ? words.searching : '';
  if (error) return words.failed;
  return isEmpty ? words.nothing(keyword) : '';
}
