/** Converts a discount code to the texts of its form, and back. */

import type { ListedCategory } from '../../../contract/category.ts';
import type { DiscountCode, DiscountCodeInput } from '../../../contract/discount-code.ts';
import type { Issue } from '../../../contract/errors.ts';
import { fromZonedTime, toZonedTime } from '../../../contract/time-zone.ts';
import { getTimeZone } from '../../shared/format.ts';
import type { ConflictFields } from '../../shared/forms/edit-conflict.tsx';
import { createIssue, readField } from '../../shared/hooks/use-form.ts';
import { COUNT, PRICE, parseNumber, toInput } from '../parts/parse-number.ts';
import { discountCodes as words } from './messages.ts';

const NAMES = ['kind', 'value', 'minimum', 'startsAt', 'endsAt', 'maxUses', 'maxUsesPerCustomer', 'scope'] as const;
type Texts = Record<string, string>;

/** What a code is for, as one text: a hidden field holds it. */
export interface Scope {
  categories: string[];
  products: { _id: string; name: string }[];
}

export const describeTexts: ConflictFields = {
  kind: { label: words.kind, format: (kind) => words.kinds[kind as DiscountCode['kind']] },
  value: { label: words.value },
  minimum: { label: words.minimum },
  startsAt: { label: words.startsAt },
  endsAt: { label: words.endsAt },
  maxUses: { label: words.maxUses },
  maxUsesPerCustomer: { label: words.maxUsesPerCustomer },
};

export const parseScope = (text: string): Scope => JSON.parse(text || '{"categories":[],"products":[]}') as Scope;

export function describeScope(text: string, categories: ListedCategory[]): string {
  const scope = parseScope(text);
  const names = scope.categories.map((id) => categories.find(({ _id }) => _id === id)?.name ?? id);
  return [...names, ...scope.products.map(({ name }) => name)].join(', ');
}

/** What the shop's clocks show, in the format of `datetime-local`; empty for null. */
const toShopTime = (time: string | null): string => (time ? toZonedTime(new Date(time), getTimeZone()).slice(0, 16) : '');

export function toTexts(code: DiscountCode | null): Texts {
  const products = code?.products.map((_id) => ({ _id, name: code.productNames.find((it) => it._id === _id)?.name ?? _id })) ?? [];
  return {
    kind: code?.kind ?? 'percent',
    value: toInput(code?.value),
    minimum: toInput(code?.minimum || null),
    startsAt: toShopTime(code?.startsAt ?? null),
    endsAt: toShopTime(code?.endsAt ?? null),
    maxUses: String(code?.maxUses ?? ''),
    maxUsesPerCustomer: String(code?.maxUsesPerCustomer ?? ''),
    scope: JSON.stringify({ categories: code?.categories ?? [], products } satisfies Scope),
  };
}

export const readTexts = (values: FormData): Texts => Object.fromEntries(NAMES.map((name) => [name, readField(values, name).trim()]));

export function parseTexts(texts: Texts): { input: DiscountCodeInput; issues: Issue[] } {
  const issues: Issue[] = [];
  const readNumber = (name: string, range = PRICE): number | null => {
    const text = texts[name] ?? '';
    if (!text) return null;
    const number = parseNumber(text, range);
    if (number === null) issues.push(createIssue(name, 'not_a_number'));
    return number;
  };
  const readTime = (name: string): string | null => {
    const text = texts[name] ?? '';
    if (!text) return null;
    const at = fromZonedTime(text, getTimeZone());
    if (!at) issues.push(createIssue(name, 'invalid_format'));
    return at?.toISOString() ?? null;
  };
  const kind = texts.kind as DiscountCodeInput['kind'];
  const scope = parseScope(texts.scope ?? '');
  const input: DiscountCodeInput = {
    kind,
    value: kind === 'free_shipping' ? null : readNumber('value'),
    minimum: readNumber('minimum') ?? 0,
    startsAt: readTime('startsAt'),
    endsAt: readTime('endsAt'),
    maxUses: readNumber('maxUses', COUNT),
    maxUsesPerCustomer: readNumber('maxUsesPerCustomer', COUNT),
    categories: scope.categories,
    products: scope.products.map(({ _id }) => _id),
  };
  return { input, issues };
}
