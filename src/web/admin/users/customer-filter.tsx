/** Searches customers by name and email and narrows them down, all kept in the URL. */
import { useNavigate } from 'react-router';
import { COUNTRY_CODES, nameCountry } from '../../../contract/countries.ts';
import { CUSTOMER_FILTERS, CUSTOMER_SORTS, type CustomerFilter, type CustomerSort, listCustomerTags } from '../../../contract/customer.ts';
import { USER_SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { cutText } from '../../../contract/values.ts';
import { Button, LinkButton } from '../../kit/button.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { parseDay } from '../parts/period-field.tsx';
import { COUNT, parseNumber, toInput } from '../parts/values.ts';
import type { ShownList } from '../saved-views/view-menu.tsx';
import { users as words } from './messages.ts';

export interface CustomerView {
  filter: CustomerFilter;
  sort: CustomerSort;
}

const MAX_ORDERS = 1_000_000;
const MAX_SPENT = 999_999.99;

const inRange = (number: number | null, min: number, max: number) =>
  number !== null && number >= min && number <= max ? number : undefined;

/** In the URL numbers are as JavaScript writes them; invalid values are ignored. */
export function readView(search: URLSearchParams): CustomerView {
  const read = (name: string) => (search.get(name) ?? '').trim();
  const number = (name: string) => (read(name) ? Number(read(name)) : null);
  const keyword = cutText(read('keyword'), USER_SEARCH_MAX_LENGTH);
  const filter = CUSTOMER_FILTERS.find((it) => it === read('show'));
  const country = COUNTRY_CODES.find((it) => it === read('country'));
  const minOrders = inRange(number('orders'), 1, MAX_ORDERS);
  const minSpent = inRange(number('spent'), 0.01, MAX_SPENT);
  const orderedSince = parseDay(search.get('since'));
  return {
    filter: {
      ...(keyword && { keyword }),
      ...(filter && { filter }),
      ...(read('tag') && { tag: read('tag') }),
      ...(country && { country }),
      ...(minOrders !== undefined && Number.isInteger(minOrders) && { minOrders }),
      ...(minSpent !== undefined && { minSpent: Math.round(minSpent * 100) / 100 }),
      ...(orderedSince && { orderedSince }),
      ...(read('consent') === 'given' && { consent: 'given' as const }),
    },
    sort: CUSTOMER_SORTS.find((it) => it === read('sort')) ?? 'newest',
  };
}

export const isFiltered = ({ filter }: CustomerView) => Object.keys(filter).length > 0;

export function buildViewUrl({ filter, sort }: CustomerView, page = 1): string {
  const { keyword, filter: show, tag, country, minOrders, minSpent, orderedSince, consent } = filter;
  const values = { keyword, show, tag, country, orders: minOrders, spent: minSpent, since: orderedSince, consent };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) search.set(name, String(value));
  if (sort !== 'newest') search.set('sort', sort);
  if (page > 1) search.set('page', String(page));
  return `?${search}`;
}

/** What a saved view keeps of the list. */
export const describeView = (view: CustomerView, columns: readonly string[]): ShownList => ({
  list: 'customers',
  query: buildViewUrl(view).slice(1),
  columns,
  normalize: (query) => buildViewUrl(readView(new URLSearchParams(query))).slice(1),
});

/** Filters that are seen only once somebody asks for them, or one of them is set. */
const MORE = ['tag', 'country', 'minOrders', 'minSpent', 'orderedSince', 'consent'] as const satisfies (keyof CustomerFilter)[];

/** Numbers as the shop's country writes them, in the form of the URL. What is no number is left out. */
const NUMBERS = { orders: COUNT, spent: undefined } as const;

export function CustomerFilterForm({ view }: { view: CustomerView }) {
  const { filter, sort } = view;
  const navigate = useNavigate();
  const tags = useLoad('customer tags', (it, signal) => it(listCustomerTags, { signal })).data?.tags ?? [];
  const url = buildViewUrl(view);
  const apply = (form: HTMLFormElement) => {
    const typed = new URLSearchParams();
    for (const [name, value] of new FormData(form)) typed.set(name, String(value));
    for (const [name, range] of Object.entries(NUMBERS)) typed.set(name, String(parseNumber(typed.get(name) ?? '', range) ?? ''));
    void navigate(buildViewUrl(readView(typed)), { preventScrollReset: true });
  };
  const select = {
    onChange: ({ target }: { target: HTMLSelectElement }) => target.form && apply(target.form),
    className: 'grow basis-36 sm:max-w-52',
  };
  const number = { inputMode: 'decimal', autoComplete: 'off', className: 'w-28 max-sm:grow' } as const;
  const set = MORE.filter((it) => filter[it] !== undefined).length;

  return (
    <search className="mb-5 block">
      <form
        // Back and forward show what that page was filtered by, not what was typed last.
        key={url}
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          apply(event.currentTarget);
        }}
      >
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label={words.searchLabel}
            type="search"
            name="keyword"
            defaultValue={filter.keyword}
            maxLength={USER_SEARCH_MAX_LENGTH}
            autoComplete="off"
            enterKeyHint="search"
            className="min-w-0 grow basis-56 sm:max-w-96"
          />
          <SelectField label={words.show} name="show" defaultValue={filter.filter ?? ''} {...select}>
            <option value="">{words.everyone}</option>
            {CUSTOMER_FILTERS.map((it) => (
              <option key={it} value={it}>
                {words.filters[it]}
              </option>
            ))}
          </SelectField>
          <SelectField label={words.sort} name="sort" defaultValue={sort} {...select}>
            {CUSTOMER_SORTS.map((it) => (
              <option key={it} value={it}>
                {words.sorts[it]}
              </option>
            ))}
          </SelectField>
          <Button type="submit" variant="secondary" className="min-h-11">
            {words.search}
          </Button>
        </div>
        <details open={set > 0 || undefined}>
          <summary className="w-fit cursor-pointer rounded-small py-1.5 text-small font-[560] text-soft hover:text-ink">
            {words.more(set)}
          </summary>
          <div className="mt-2 flex flex-wrap items-end gap-3">
            <SelectField label={words.tag} name="tag" defaultValue={filter.tag ?? ''} {...select}>
              <option value="">{words.anyTag}</option>
              {[...new Set([...(filter.tag ? [filter.tag] : []), ...tags.map(({ tag }) => tag)])].map((tag) => (
                <option key={tag} value={tag}>
                  {tag}
                </option>
              ))}
            </SelectField>
            <SelectField label={words.country} name="country" defaultValue={filter.country ?? ''} {...select}>
              <option value="">{words.anyCountry}</option>
              {COUNTRY_OPTIONS.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </SelectField>
            <TextField label={words.minOrders} name="orders" defaultValue={toInput(filter.minOrders)} {...number} />
            <TextField label={words.minSpent} name="spent" defaultValue={toInput(filter.minSpent)} {...number} />
            <TextField label={words.since} name="since" type="date" defaultValue={filter.orderedSince} className="max-sm:grow" />
            <SelectField label={words.consent} name="consent" defaultValue={filter.consent ?? ''} {...select}>
              <option value="">{words.anyConsent}</option>
              <option value="given">{words.consentGiven}</option>
            </SelectField>
            <Button type="submit" variant="secondary" className="min-h-11">
              {words.apply}
            </Button>
            {set > 0 && (
              <LinkButton to={buildViewUrl({ filter: {}, sort })} variant="quiet" className="min-h-11" preventScrollReset>
                {words.clear}
              </LinkButton>
            )}
          </div>
        </details>
      </form>
    </search>
  );
}

const COUNTRY_OPTIONS = COUNTRY_CODES.map((code) => ({ code, name: nameCountry(code) })).sort((a, b) => a.name.localeCompare(b.name, 'en'));
