/** Changes of an entry as people read them. */
import type { AuditEntry } from '../../../contract/audit.ts';
import { toDollars } from '../../../contract/money.ts';
import { isRecord, isUuid } from '../../../contract/values.ts';
import { formatPrice } from '../../shared/format.ts';
import type { ShopCategory } from '../../shared/shop-data.ts';
import { formatDateTime } from '../parts/values.ts';
import { audit as words } from './messages.ts';

export interface DescribedChange {
  field: string;
  before: string;
  after: string;
  isHidden: boolean;
}

interface Context {
  /** Of the object, as the log has it. */
  type: string;
  categories: Pick<ShopCategory, '_id' | 'name'>[];
  /** The currency of an order's amounts; absent: the shop's. */
  currency?: string | undefined;
}

type Change = AuditEntry['changes'][number];

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const SUM = /_cents$|Cents$/;
const RATE = /_ppm$|Ppm$/;
/** Ids of stored images. */
const IMAGE = /^image(_id|Id)$/;
/** What people choose from a list: `draft`, `free_shipping`. */
const CHOICE = /^[a-z]+([_-][a-z]+)*$/;
const CHOSEN_FIELDS = ['status', 'kind', 'state', 'stock', 'audience'];

function describeText(field: string, text: string, { type, categories }: Context): string {
  const choices = words.choices[type === 'order' && field === 'status' ? 'orderStatus' : field];
  if (choices?.[text]) return choices[text];
  if (CHOSEN_FIELDS.includes(field) && CHOICE.test(text)) return words.toWords(text);
  if (TIME.test(text) && !Number.isNaN(Date.parse(text))) return formatDateTime(text);
  return isUuid(text) ? (categories.find(({ _id }) => _id === text)?.name ?? text) : text;
}

function describeNumber(field: string, value: number, { type, currency }: Context): string {
  if (SUM.test(field)) return formatPrice(toDollars(value), currency);
  if (RATE.test(field)) return `${value / 10_000}%`;
  if (type === 'product' && field === 'shipping') return value ? words.yes : words.no;
  return words.choices[field]?.[value] ?? String(value);
}

/** Pairs of a name and a value as `Material: Wool`, other objects field by field. */
function describeObject(value: Record<string, unknown>, context: Context): string {
  const { name, value: ofName, values: ofOption = ofName, ...rest } = value;
  if (typeof name === 'string' && ofOption !== undefined && Object.keys(rest).length === 0)
    return `${name}: ${describeValue('value', ofOption, context)}`;
  return Object.entries(value)
    .map(([field, it]) => `${words.field(field)}: ${describeValue(field, it, context)}`)
    .join(', ');
}

function describeValue(field: string, value: unknown, context: Context): string {
  if (value === null || value === undefined || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return describeNumber(field, value, context);
  if (Array.isArray(value)) {
    const separator = value.some((it) => typeof it === 'object') ? '; ' : ', ';
    return value.map((it) => describeValue(field, it, context)).join(separator) || words.nothing;
  }
  if (isRecord(value)) return describeObject(value, context) || words.nothing;
  return describeText(field, String(value), context);
}

/** A setting is a single value, so its changed fields are shown instead. */
function splitObjects(change: Change): Change[] {
  const { before, after } = change;
  if (!(isRecord(before) || before === null) || !(isRecord(after) || after === null) || (before ?? after) === null) return [change];
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null, hidden: false }))
    .filter((it) => JSON.stringify(it.before) !== JSON.stringify(it.after));
}

export function describeChanges(changes: Change[], context: Context): DescribedChange[] {
  return changes.flatMap(splitObjects).map(({ field, before, after, hidden }) => ({
    field: words.field(field),
    before: describeValue(field, before, context),
    after: describeValue(field, after, context),
    // An image's id says nothing to people.
    isHidden: hidden || IMAGE.test(field),
  }));
}
