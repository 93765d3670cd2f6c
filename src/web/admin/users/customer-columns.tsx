/** The columns of the list of customers. */
import { nameCountry } from '../../../contract/countries.ts';
import type { ListedCustomer } from '../../../contract/customer.ts';
import type { Column } from '../../kit/data-table.tsx';
import { Link } from '../../kit/link.tsx';
import { Badge } from '../../kit/status.tsx';
import { formatCount, formatDate, formatPrice } from '../../shared/format.ts';
import { EmailText } from '../parts/controls.tsx';
import type { Selection } from '../parts/use-selection.ts';
import { users as words } from './messages.ts';

/** Columns that can be left out and reordered; the name is always there. */
export const CUSTOMER_COLUMNS = [
  'email',
  'role',
  'orders',
  'spent',
  'lastOrder',
  'tags',
  'country',
  'registered',
  'phone',
  'consent',
] as const;
type CustomerColumn = (typeof CUSTOMER_COLUMNS)[number];

/** Until somebody chooses. */
export const USUAL_COLUMNS = ['email', 'role', 'orders', 'spent', 'lastOrder', 'tags'] as const satisfies CustomerColumn[];

function Day({ time }: { time: string | null }) {
  if (!time) return '–';
  return (
    <time dateTime={time} className="tabular-nums whitespace-nowrap">
      {formatDate(time)}
    </time>
  );
}

const CELLS: Record<CustomerColumn, Omit<Column<ListedCustomer>, 'header'>> = {
  email: { cell: ({ email }) => <EmailText email={email} /> },
  role: { cell: (customer) => <KindBadges customer={customer} /> },
  orders: { isEndAligned: true, cell: ({ orders }) => formatCount(orders) },
  spent: { isEndAligned: true, cell: ({ spent }) => formatPrice(spent) },
  lastOrder: { cell: ({ lastOrderAt }) => <Day time={lastOrderAt} /> },
  tags: { cell: ({ tags }) => <TagList tags={tags} /> },
  country: { cell: ({ country }) => (country ? nameCountry(country) : '–') },
  registered: { cell: ({ createdAt }) => <Day time={createdAt} /> },
  phone: { cell: ({ phone }) => <bdi className="tabular-nums line-clamp-2 sm:min-w-30">{phone || '–'}</bdi> },
  consent: { cell: ({ consentAt }) => <Day time={consentAt} /> },
};

export function KindBadges({ customer: { kind, disabledAt } }: { customer: Pick<ListedCustomer, 'kind' | 'disabledAt'> }) {
  return (
    <span className="flex flex-wrap gap-1">
      <Badge tone={kind === 'team' ? 'accent' : 'quiet'}>{words.kinds[kind]}</Badge>
      {disabledAt && <Badge tone="caution">{words.disabled}</Badge>}
    </span>
  );
}

const SHOWN_TAGS = 2;

function TagList({ tags }: { tags: string[] }) {
  if (!tags.length) return '–';
  const more = tags.length - SHOWN_TAGS;
  return (
    <span className="flex max-w-60 flex-wrap gap-1 max-sm:justify-end" title={tags.join(', ')}>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <Badge key={tag}>
          <bdi className="line-clamp-1 wrap-anywhere">{tag}</bdi>
        </Badge>
      ))}
      {more > 0 && <span className="text-small text-soft">{words.moreTags(more)}</span>}
    </span>
  );
}

/** Above the link that covers the row. */
function Checkbox({ label, isChecked, onChange }: { label: string; isChecked: boolean; onChange: (isChecked: boolean) => void }) {
  return (
    <label className="relative z-1 -m-2.5 flex size-9 shrink-0 cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
    </label>
  );
}

/** The whole row opens the customer's page. */
function NameCell({ customer: { _id, name }, selection }: { customer: ListedCustomer; selection: Selection<unknown> }) {
  return (
    <span className="flex min-w-36 items-center gap-3">
      <Checkbox label={words.select(name)} isChecked={selection.has(_id)} onChange={(isChecked) => selection.toggle([_id], isChecked)} />
      <Link
        to={`/dashboard/admin/users/${_id}`}
        className="-my-1 inline-flex min-h-8 items-center after:absolute after:inset-0 group-hover/row:text-accent"
      >
        <bdi className="line-clamp-3">{name}</bdi>
      </Link>
    </span>
  );
}

/** `ids`: of the customers on this page. */
export function buildColumns(shown: readonly CustomerColumn[], selection: Selection<unknown>, ids: string[]): Column<ListedCustomer>[] {
  return [
    {
      header: words.name,
      head: (
        <span className="flex items-center gap-3">
          <Checkbox
            label={words.selectPage}
            isChecked={ids.length > 0 && ids.every(selection.has)}
            onChange={(isChecked) => selection.toggle(ids, isChecked)}
          />
          {words.name}
        </span>
      ),
      cell: (customer) => <NameCell customer={customer} selection={selection} />,
    },
    ...shown.map((it) => ({ header: words.columnNames[it], ...CELLS[it] })),
  ];
}
