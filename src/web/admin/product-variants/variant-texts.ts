/**
 * Options and variants as a single text, because forms compare texts: what was shown, what was typed, and the current state. Empty: there
 * are none.
 */

import type { Issue } from '../../../contract/errors.ts';
import { normalizeGtin } from '../../../contract/gtin.ts';
import type { AdminProduct } from '../../../contract/product-admin.ts';
import type { ProductOption, VariantsInput } from '../../../contract/product-fields.ts';
import { countOnHand } from '../../../contract/stock-policy.ts';
import { formatPrice } from '../../shared/format.ts';
import { createIssue } from '../../shared/hooks/use-form.ts';
import { serializeValues, toSentValues } from '../custom-fields/field-texts.ts';
import { COUNT, parseNumber, toInput, toPriceInput } from '../parts/values.ts';
import { CONTENTS } from '../product-form/detail-texts.ts';
import { describePolicy, serializeStored, toPolicyInput, toStockFields } from '../stock-policy/policy-texts.ts';
import { productVariants as words } from './messages.ts';
import {
  EMPTY_DRAFTS,
  listChosenFrom,
  listValues,
  sortDrafts,
  VARIANT_FIELDS,
  type VariantDrafts,
  type VariantTexts,
} from './variant-drafts.ts';

interface StoredVariant extends VariantTexts {
  _id?: string;
  values: string[];
}

interface Stored {
  options: ProductOption[];
  variants: StoredVariant[];
}

const read = (text: string): Stored => (text ? JSON.parse(text) : { options: [], variants: [] });

/** `$12.50` and `12.50` are the same price. */
const normalize = (text: string, range?: typeof COUNT): string => toPriceInput(parseNumber(text.trim(), range)) || text.trim();
/** Of a stored text. */
const toNumber = (text: string) => parseNumber(text) ?? Number.NaN;

export function serializeDrafts(drafts: VariantDrafts): string {
  const options = listChosenFrom(drafts);
  if (!options.length) return '';
  const stored: Stored = {
    options: options.map(({ name, values }) => ({ name: name.trim(), values })),
    variants: drafts.variants.map((it) => ({
      ...(it._id && { _id: it._id }),
      values: listValues(drafts, it),
      price: normalize(it.price),
      compareAtPrice: normalize(it.compareAtPrice),
      quantity: normalize(it.quantity, COUNT),
      stock: it.stock,
      sku: it.sku.trim(),
      barcode: normalizeGtin(it.barcode),
      cost: normalize(it.cost),
      contents: toInput(parseNumber(it.contents.trim(), CONTENTS)) || it.contents.trim(),
      taxClass: it.taxClass.trim(),
      image: it.image,
      fields: it.fields,
    })),
  };
  return JSON.stringify(stored);
}

export function parseDrafts(text: string): VariantDrafts {
  const { options, variants } = read(text);
  if (!options.length) return EMPTY_DRAFTS;
  return {
    options: options.map((it, key) => ({ key, ...it })),
    variants: variants.map(({ values, ...rest }, index) => ({
      ...rest,
      key: options.length + index,
      values: Object.fromEntries(values.map((value, key) => [key, value])),
    })),
    nextKey: options.length + variants.length,
  };
}

/** A variant without its own image is shown with the first one, so choosing the first one is the same. */
export function serializeVariants({ options = [], variants = [], images }: Pick<AdminProduct, 'options' | 'variants' | 'images'>): string {
  if (!options.length) return '';
  const stored: Stored = {
    options,
    variants: variants.map(
      ({ _id, options: chosen, price, compareAtPrice, quantity, stock, sku, barcode, cost, contents, taxClass, image, customFields }) => ({
        _id,
        values: options.map(({ name }) => chosen[name] ?? ''),
        price: toPriceInput(price),
        compareAtPrice: toPriceInput(compareAtPrice),
        quantity: String(countOnHand({ quantity, ...(stock && { stock }) })),
        stock: serializeStored(stock),
        sku: sku ?? '',
        barcode: barcode ?? '',
        cost: toPriceInput(cost),
        contents: toInput(contents),
        taxClass: taxClass ?? '',
        image: image === images[0]?.url ? '' : image,
        fields: serializeValues(customFields),
      }),
    ),
  };
  return serializeDrafts(sortDrafts(parseDrafts(JSON.stringify(stored))));
}

/** For people: the options, then a line for each variant. */
export function describeVariants(text: string): string {
  const { options, variants } = read(text);
  const described = variants.map(({ values, price, compareAtPrice, quantity, stock, sku, barcode, cost, contents, taxClass }) => {
    const before = compareAtPrice && words.before(formatPrice(toNumber(compareAtPrice)));
    const details = [
      formatPrice(toNumber(price)) + before,
      words.inStock(quantity),
      stock && describePolicy(stock),
      sku,
      barcode,
      cost && words.costs(formatPrice(toNumber(cost))),
      contents,
      taxClass,
    ].filter(Boolean);
    return `${values.join(' / ')}: ${details.join(', ')}`;
  });
  return [...options.map(({ name, values }) => `${name}: ${values.join(', ')}`), ...described].join('\n');
}

/** The user's variants merged into the current state: a change of stock is kept as a difference, and deleted variants are created again. */
export function mergeVariants({ shown, typed, current }: { shown: string; typed: string; current: string }): string {
  if (!typed) return typed;
  const { options, variants } = read(typed);
  const quantities = (text: string) => new Map(read(text).variants.map(({ _id, quantity }) => [_id, Number(quantity)]));
  const [before, now] = [quantities(shown), quantities(current)];
  const merged = variants.map(({ _id, ...rest }): StoredVariant => {
    const there = _id === undefined ? undefined : now.get(_id);
    if (_id === undefined || there === undefined) return rest;
    return { _id, ...rest, quantity: String(Math.max(Math.min(0, there), there + Number(rest.quantity) - (before.get(_id) ?? 0))) };
  });
  return JSON.stringify({ options, variants: merged });
}

/** Values that differ on the server from the input: others sold or changed them meanwhile. */
export function hasOtherStock(typed: string, saved: string): boolean {
  const typedById = new Map(read(typed).variants.map(({ _id, quantity }) => [_id, quantity]));
  return read(saved).variants.some(({ _id, quantity }) => _id && typedById.has(_id) && typedById.get(_id) !== quantity);
}

/** The name of a field in the form. */
export const toFieldName = (field: keyof VariantTexts, key: number): string => `variant-${field}-${key}`;
export const toOptionFieldName = (field: 'name' | 'values', key: number): string => `option-${field}-${key}`;

/** What is wrong before anything is sent: no number, or nothing to choose from. */
export function checkDrafts(drafts: VariantDrafts): Issue[] {
  const issues: Issue[] = [];
  for (const { key, name, values } of drafts.options) {
    if (!name.trim()) issues.push(createIssue(toOptionFieldName('name', key), 'required'));
    if (!values.length) issues.push(createIssue(toOptionFieldName('values', key), 'required'));
  }
  for (const { key, price, compareAtPrice, quantity, cost, contents } of drafts.variants) {
    if (cost.trim() && parseNumber(cost.trim()) === null) issues.push(createIssue(toFieldName('cost', key), 'not_a_number'));
    if (contents.trim() && parseNumber(contents.trim(), CONTENTS) === null)
      issues.push(createIssue(toFieldName('contents', key), 'not_a_number'));
    if (parseNumber(price.trim()) === null) issues.push(createIssue(toFieldName('price', key), price.trim() ? 'not_a_number' : 'required'));
    if (compareAtPrice.trim() && parseNumber(compareAtPrice.trim()) === null)
      issues.push(createIssue(toFieldName('compareAtPrice', key), 'not_a_number'));
    if (parseNumber(quantity.trim(), COUNT) === null) issues.push(createIssue(toFieldName('quantity', key), 'not_an_integer'));
  }
  return issues;
}

/** From the place in the request to the field that it was typed into. */
export function toFieldIssue(drafts: VariantDrafts, issue: Issue): Issue {
  const [, list, index, rest = ''] = /^(options|variants)\.(\d+)\.(.+)$/.exec(issue.path) ?? [];
  const item = list === 'options' ? listChosenFrom(drafts)[Number(index)] : drafts.variants[Number(index)];
  if (!item) return issue;
  if (list === 'options') return { ...issue, path: toOptionFieldName(rest.startsWith('values') ? 'values' : 'name', item.key) };
  const [part] = rest.split('.');
  const field = part === 'customFields' ? 'fields' : VARIANT_FIELDS.find((it) => it === part);
  return field ? { ...issue, path: toFieldName(field, item.key) } : issue;
}

/** The body of a call. `shown`: what the form was opened with; `findUrl`: of an image of the form, undefined for its first one. */
export function toRequest(
  text: string,
  shown: string,
  findUrl: (image: string) => string | undefined,
): { options: ProductOption[]; variants: VariantsInput } {
  const { options, variants } = read(text);
  const before = new Map(read(shown).variants.map((it) => [it._id, it]));
  const toImage = (image: string, wasFirst: boolean) => {
    const url = image && findUrl(image);
    if (url) return { image: url };
    return wasFirst ? {} : { image: null };
  };
  return {
    options,
    variants: variants.map(
      ({ _id, values, price, compareAtPrice, quantity, stock, sku, barcode, cost, contents, taxClass, image, fields }) => {
        const stored = _id === undefined ? undefined : before.get(_id);
        return {
          ...(stored && { _id }),
          options: Object.fromEntries(options.map(({ name }, index) => [name, values[index] ?? ''])),
          price: toNumber(price),
          compareAtPrice: compareAtPrice ? toNumber(compareAtPrice) : null,
          ...(stored ? toStockFields(Number(quantity), Number(stored.quantity)) : { quantity: Number(quantity) }),
          ...((stock || '') !== (stored?.stock || '') && { stock: toPolicyInput(stock) }),
          sku: sku || null,
          ...((barcode || stored?.barcode) && { barcode: barcode || null }),
          ...((cost || stored?.cost) && { cost: cost ? toNumber(cost) : null }),
          ...((contents || stored?.contents) && { contents: contents ? parseNumber(contents, CONTENTS) : null }),
          ...((taxClass || stored?.taxClass) && { taxClass: taxClass || null }),
          ...toImage(image, stored?.image === ''),
          ...toSentValues(fields, stored?.fields ?? ''),
        };
      },
    ),
  };
}
