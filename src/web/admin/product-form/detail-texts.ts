/** Attributes and the fields of the form's closed sections, as texts: in the product, in the form, and in what is sent. */
import type { SoldAs } from '../../../contract/balance-fields.ts';
import { nameCountry } from '../../../contract/countries.ts';
import type { Issue } from '../../../contract/errors.ts';
import type { AdminProduct } from '../../../contract/product-admin.ts';
import { DETAIL_LENGTHS, type DetailName, LONG_DETAILS } from '../../../contract/product-details.ts';
import { type Attribute, CONDITIONS } from '../../../contract/product-fields.ts';
import { fromZonedTime } from '../../../contract/time-zone.ts';
import { nameUnit } from '../../../contract/unit-cents.ts';
import type { Unit } from '../../../contract/unit-price.ts';
import { WITHDRAWAL_EXCEPTIONS, type WithdrawalException } from '../../../contract/withdrawal-fields.ts';
import { getTimeZone } from '../../shared/format.ts';
import type { ConflictFields } from '../../shared/forms/edit-conflict.tsx';
import { createIssue, readField } from '../../shared/hooks/use-form.ts';
import { productPage } from '../../shared/messages/storefront.ts';
import { parseNumber, toInput, toPriceInput, toShopTime } from '../parts/values.ts';
import { productSafety } from '../safety/messages.ts';
import { productForm, productDetails as words } from './messages.ts';

const TEXTS = Object.keys(DETAIL_LENGTHS) as DetailName[];

/** Moments, which the form has as what the shop's clocks show. */
const TIMES = ['publishFrom', 'publishUntil'] as const;
type TimeName = (typeof TIMES)[number];

/** Numbers as they are typed, the brand by its name, and lists with commas. */
const OTHERS = ['brand', 'tags', 'cost', 'contents', 'relatedProducts'] as const;

type TextName = DetailName | (typeof OTHERS)[number] | TimeName | 'slug';
export type DetailTexts = Record<TextName, string>;

/** As calls have them. The form's selects have no other conditions and units. */
interface Sent {
  condition: '' | (typeof CONDITIONS)[number];
  contentsUnit: '' | Unit;
  withdrawalException: '' | WithdrawalException;
  soldAs: '' | SoldAs;
  tags: string[];
  cost: number | '';
  contents: number | '';
  relatedProducts: string[];
}
export type SentTexts = Partial<Omit<DetailTexts, keyof Sent> & Sent>;

const NAMES: TextName[] = ['slug', ...TIMES, ...TEXTS, ...OTHERS];

const isTime = (name: string): name is TimeName => TIMES.some((it) => it === name);

const map = (read: (name: TextName) => string): DetailTexts => Object.fromEntries(NAMES.map((name) => [name, read(name)])) as DetailTexts;

/** Three decimals in any currency. */
export const CONTENTS = { maxDecimals: 3 };

function toText(product: AdminProduct, name: TextName): string {
  if (isTime(name)) return toShopTime(product[name] ?? null);
  switch (name) {
    case 'brand':
      return product.brand?.name ?? '';
    case 'tags':
      return (product.tags ?? []).join(', ');
    case 'relatedProducts':
      return (product.relatedProducts ?? []).join();
    case 'cost':
      return toPriceInput(product.cost);
    case 'contents':
      return toInput(product.contents);
    default:
      return String(product[name] ?? '');
  }
}

export const toDetailTexts = (product: AdminProduct): DetailTexts => map((name) => toText(product, name));

export const toAddress = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');

const splitList = (text: string): string[] => text.split(',').flatMap((it) => it.trim() || []);

/** As the form shows it after saving: `2,50` and `2.5` are the same cost. People type an address as they like it: `My New Cup` is sent as `my-new-cup`. */
const TIDY: Partial<Record<TextName, (text: string) => string>> = {
  slug: toAddress,
  cost: (text) => toPriceInput(parseNumber(text)) || text,
  contents: (text) => toInput(parseNumber(text, CONTENTS)) || text,
  tags: (text) => splitList(text).join(', '),
  hsCode: (text) => text.replaceAll(/[ .]/g, ''),
};

const isLong = (name: string) => LONG_DETAILS.some((it) => it === name);

/** Each is one line, but those that are written in several. */
export const readDetailTexts = (values: FormData): DetailTexts =>
  map((name) => {
    const typed = readField(values, name).trim();
    const text = isLong(name) ? typed.replaceAll('\r\n', '\n') : typed.replaceAll(/\s+/g, ' ');
    return TIDY[name]?.(text) ?? text;
  });

/** What is wrong before anything is sent. */
export function checkDetailTexts({ cost, contents, contentsUnit }: DetailTexts): Issue[] {
  return [
    ...(cost && parseNumber(cost) === null ? [createIssue('cost', 'not_a_number')] : []),
    ...(contents && parseNumber(contents, CONTENTS) === null ? [createIssue('contents', 'not_a_number')] : []),
    ...(contents && !contentsUnit ? [createIssue('contentsUnit', 'required')] : []),
  ];
}

/** As they are shown after saving: an address that was cleared stays as it was. */
export const toShownTexts = (typed: DetailTexts, shown: Record<string, string>): DetailTexts => ({
  ...typed,
  slug: typed.slug || (shown.slug ?? ''),
});

function toSent(name: TextName, text: string): string | number | string[] {
  if (name === 'tags' || name === 'relatedProducts') return splitList(text);
  if (name === 'cost' && text) return parseNumber(text) ?? text;
  if (name === 'contents' && text) return parseNumber(text, CONTENTS) ?? text;
  return isTime(name) && text ? (fromZonedTime(text, getTimeZone())?.toISOString() ?? text) : text;
}

/** Those that are to be sent: all but what is as it was shown. */
export const omitUnchangedTexts = (typed: DetailTexts, shown: Record<string, string>): SentTexts =>
  Object.fromEntries(
    NAMES.flatMap((name) => (toShownTexts(typed, shown)[name] === (shown[name] ?? '') ? [] : [[name, toSent(name, typed[name])]])),
  ) as SentTexts;

function describe(name: TextName, text: string): string {
  const condition = name === 'condition' && CONDITIONS.find((it) => it === text);
  if (condition) return productPage.conditions[condition];
  const exception = name === 'withdrawalException' && WITHDRAWAL_EXCEPTIONS.find((it) => it === text);
  if (exception) return words.withdrawalExceptions[exception];
  if (name === 'soldAs' && text) return words.soldAsKinds[text as SoldAs];
  if (name === 'contentsUnit') return nameUnit(text as Unit);
  if (name === 'countryOfOrigin') return text && nameCountry(text);
  if (name === 'relatedProducts') return text && words.relatedCount(splitList(text).length);
  return isTime(name) ? text.replace('T', ' ') : text;
}

export const listDetailFields = (): ConflictFields =>
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      { label: { ...words, ...productSafety }[name], format: (text: string) => describe(name, text) || productForm.none },
    ]),
  );

/** Converts attributes to a single text, because forms compare texts: what was shown, what was typed, and the current state. */
export const serializeAttributes = (attributes: readonly Attribute[]): string =>
  attributes.length ? JSON.stringify(attributes.map(({ name, value }) => [name, value])) : '';

export function parseAttributes(text: string): Attribute[] {
  if (!text) return [];
  return (JSON.parse(text) as [string, string][]).map(([name, value]) => ({ name, value }));
}

/** `Material: Wool, Color: Red` */
export const formatAttributes = (text: string): string =>
  parseAttributes(text)
    .map(({ name, value }) => `${name}: ${value}`)
    .join(', ');

/** Empty rows are left out; a half-empty one adds an issue that names its empty half. */
export function readAttributes(values: FormData, issues: Issue[]): Attribute[] {
  const keys = [...values.keys()].flatMap((name) => (name.startsWith('attributeName-') ? [name.slice('attributeName-'.length)] : []));
  return keys.flatMap((key) => {
    const name = readField(values, `attributeName-${key}`).trim();
    const value = readField(values, `attributeValue-${key}`).trim();
    if (!name && !value) return [];
    if (!name) issues.push(createIssue(`attributeName-${key}`, 'required'));
    if (!value) issues.push(createIssue(`attributeValue-${key}`, 'required'));
    return [{ name, value }];
  });
}
