/** The fields of the form's closed sections, which are texts: in the product, in the form, and in what is sent. */
import { DETAIL_LENGTHS, type DetailName } from '../../../contract/product-fields.ts';
import type { ConflictFields } from '../../shared/forms/edit-conflict.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { productForm, productDetails as words } from './messages.ts';

const DETAIL_NAMES = Object.keys(DETAIL_LENGTHS) as DetailName[];

export type DetailTexts = Record<DetailName | 'slug', string>;

const NAMES: (keyof DetailTexts)[] = ['slug', ...DETAIL_NAMES];

const map = (read: (name: keyof DetailTexts) => string): DetailTexts =>
  Object.fromEntries(NAMES.map((name) => [name, read(name)])) as DetailTexts;

export const toDetailTexts = (product: { [Name in keyof DetailTexts]?: string }): DetailTexts => map((name) => product[name] ?? '');

/** Each is one line. People type an address as they like it: `My New Cup` is sent as `my-new-cup`. */
export const readDetailTexts = (values: FormData): DetailTexts =>
  map((name) => {
    const text = readField(values, name).replaceAll(/\s+/g, ' ').trim();
    return name === 'slug' ? toAddress(text) : text;
  });

export const toAddress = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');

/** As the form shows them after saving: an address that was cleared stays as it was. */
export const toShownTexts = (typed: DetailTexts, shown: Record<string, string>): DetailTexts => ({
  ...typed,
  slug: typed.slug || (shown.slug ?? ''),
});

/** Those that are to be sent: all but what is as it was shown. */
export const omitUnchangedTexts = (typed: DetailTexts, shown: Record<string, string>): Partial<DetailTexts> =>
  Object.fromEntries(NAMES.flatMap((name) => (toShownTexts(typed, shown)[name] === (shown[name] ?? '') ? [] : [[name, typed[name]]])));

export const listDetailFields = (): ConflictFields =>
  Object.fromEntries(NAMES.map((name) => [name, { label: words[name], format: (text: string) => text || productForm.none }]));
