/** The fields of the form's closed sections, which are texts: in the product, in the form, and in what is sent. */
import type { AdminProduct } from '../../../contract/product-admin.ts';
import { CONDITIONS } from '../../../contract/product-fields.ts';
import { fromZonedTime } from '../../../contract/time-zone.ts';
import { getTimeZone } from '../../shared/format.ts';
import type { ConflictFields } from '../../shared/forms/edit-conflict.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { productPage } from '../../shared/messages/storefront.ts';
import { toShopTime } from '../parts/values.ts';
import { productForm, productDetails as words } from './messages.ts';

const DETAIL_NAMES = ['barcode', 'condition', 'seoTitle', 'seoDescription'] as const;

/** Moments, which the form has as what the shop's clocks show. */
const TIMES = ['publishFrom', 'publishUntil'] as const;
type TimeName = (typeof TIMES)[number];

type TextName = (typeof DETAIL_NAMES)[number] | TimeName | 'slug';
export type DetailTexts = Record<TextName, string>;

/** The form's selects have no other conditions and units. */
export type SentTexts = Partial<Omit<DetailTexts, 'condition'> & { condition: '' | (typeof CONDITIONS)[number] }>;

const NAMES: TextName[] = ['slug', ...TIMES, ...DETAIL_NAMES];

const isTime = (name: string): name is TimeName => TIMES.some((it) => it === name);

const map = (read: (name: TextName) => string): DetailTexts => Object.fromEntries(NAMES.map((name) => [name, read(name)])) as DetailTexts;

export const toDetailTexts = (product: AdminProduct): DetailTexts =>
  map((name) => (isTime(name) ? toShopTime(product[name] ?? null) : (product[name] ?? '')));

export const toAddress = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');

/** Each is one line. People type an address as they like it: `My New Cup` is sent as `my-new-cup`. */
export const readDetailTexts = (values: FormData): DetailTexts =>
  map((name) => {
    const text = readField(values, name).replaceAll(/\s+/g, ' ').trim();
    return name === 'slug' ? toAddress(text) : text;
  });

/** As the form shows them after saving: an address that was cleared stays as it was. */
export const toShownTexts = (typed: DetailTexts, shown: Record<string, string>): DetailTexts => ({
  ...typed,
  slug: typed.slug || (shown.slug ?? ''),
});

const toSent = (name: TextName, text: string): string =>
  isTime(name) && text ? (fromZonedTime(text, getTimeZone())?.toISOString() ?? text) : text;

/** Those that are to be sent: all but what is as it was shown. */
export const omitUnchangedTexts = (typed: DetailTexts, shown: Record<string, string>): SentTexts =>
  Object.fromEntries(
    NAMES.flatMap((name) => (toShownTexts(typed, shown)[name] === (shown[name] ?? '') ? [] : [[name, toSent(name, typed[name])]])),
  ) as SentTexts;

function describe(name: TextName, text: string): string {
  const condition = name === 'condition' && CONDITIONS.find((it) => it === text);
  if (condition) return productPage.conditions[condition];
  return isTime(name) ? text.replace('T', ' ') : text;
}

export const listDetailFields = (): ConflictFields =>
  Object.fromEntries(
    NAMES.map((name) => [name, { label: words[name], format: (text: string) => describe(name, text) || productForm.none }]),
  );
