/**
 * Options and variants while a product's form is edited. A variant keeps its id and everything that was entered, whatever changes around
 * it.
 */
import { VARIANTS_MAX } from '../../../contract/limits.ts';

export interface OptionDraft {
  key: number;
  name: string;
  /** Empty: there is nothing to choose from yet. */
  values: string[];
}

export const VARIANT_FIELDS = [
  'price',
  'compareAtPrice',
  'quantity',
  'stock',
  'sku',
  'barcode',
  'cost',
  'contents',
  'taxClass',
  'image',
  'fields',
] as const;
/** As texts. `stock` is the policy, empty: counted. `fields` are the values of custom fields, empty: none. `image` is the key of one of the form's images; empty: the first one. */
export type VariantTexts = Record<(typeof VARIANT_FIELDS)[number], string>;

export interface VariantDraft extends VariantTexts {
  key: number;
  /** Absent for a variant that isn't stored yet. */
  _id?: string | undefined;
  /** By the option's key. */
  values: Record<number, string>;
}

export interface VariantDrafts {
  options: OptionDraft[];
  /** In the order of the options' values. */
  variants: VariantDraft[];
  nextKey: number;
}

export const EMPTY_DRAFTS: VariantDrafts = { options: [], variants: [], nextKey: 0 };

export const listChosenFrom = ({ options }: Pick<VariantDrafts, 'options'>): OptionDraft[] => options.filter(({ values }) => values.length);

/** A variant's values, in the order of the options. */
export const listValues = (drafts: VariantDrafts, { values }: Pick<VariantDraft, 'values'>): string[] =>
  listChosenFrom(drafts).map(({ key }) => values[key] ?? '');

export const describeVariant = (drafts: VariantDrafts, variant: Pick<VariantDraft, 'values'>): string =>
  listValues(drafts, variant).join(' / ');

const toKey = (drafts: VariantDrafts, variant: Pick<VariantDraft, 'values'>) => JSON.stringify(listValues(drafts, variant));

/** Every combination, at most `limit` of them. */
function combine(options: OptionDraft[], limit: number): VariantDraft['values'][] {
  const extend = (rows: VariantDraft['values'][], { key, values }: OptionDraft) =>
    rows.flatMap((row) => values.map((value) => ({ ...row, [key]: value }))).slice(0, limit);
  return options.reduce(extend, [{}]);
}

function sort(drafts: VariantDrafts): VariantDrafts {
  const places = listChosenFrom(drafts).map(({ key, values }) => ({ key, places: new Map(values.map((value, index) => [value, index])) }));
  const compare = (one: VariantDraft, other: VariantDraft) => {
    for (const { key, places: of } of places) {
      const difference = (of.get(one.values[key] ?? '') ?? 0) - (of.get(other.values[key] ?? '') ?? 0);
      if (difference) return difference;
    }
    return 0;
  };
  return { ...drafts, variants: drafts.variants.toSorted(compare) };
}

const changeOption = (drafts: VariantDrafts, key: number, change: Partial<OptionDraft>): VariantDrafts => ({
  ...drafts,
  options: drafts.options.map((it) => (it.key === key ? { ...it, ...change } : it)),
});

function moveItem<T>(items: T[], from: number, by: number): T[] {
  const to = Math.min(items.length - 1, Math.max(0, from + by));
  const item = items[from];
  return item === undefined ? items : items.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** A new variant costs as much as a neighboring one, is sold by the same policy, and has no stock yet. */
function createVariants(drafts: VariantDrafts, combinations: VariantDraft['values'][], price: string): VariantDrafts {
  const keys = listChosenFrom(drafts).map(({ key }) => key);
  const added = combinations.map((values, index): VariantDraft => {
    let neighbour: VariantDraft | undefined;
    let shared = -1;
    for (const it of drafts.variants) {
      let count = 0;
      for (const key of keys) if (it.values[key] === values[key]) count += 1;
      if (count > shared) [neighbour, shared] = [it, count];
      // None is nearer than one that differs in a single value.
      if (shared >= keys.length - 1) break;
    }
    const like = { price: neighbour?.price ?? price, compareAtPrice: neighbour?.compareAtPrice ?? '', stock: neighbour?.stock ?? '' };
    return {
      key: drafts.nextKey + index,
      values,
      ...like,
      quantity: '0',
      sku: '',
      barcode: '',
      cost: '',
      contents: '',
      taxClass: neighbour?.taxClass ?? '',
      image: '',
      fields: '',
    };
  });
  return sort({ ...drafts, variants: [...drafts.variants, ...added], nextKey: drafts.nextKey + added.length });
}

export const addOption = (drafts: VariantDrafts): VariantDrafts => ({
  ...drafts,
  options: [...drafts.options, { key: drafts.nextKey, name: '', values: [] }],
  nextKey: drafts.nextKey + 1,
});

export const renameOption = (drafts: VariantDrafts, key: number, name: string): VariantDrafts => changeOption(drafts, key, { name });

export function moveOption(drafts: VariantDrafts, key: number, by: number): VariantDrafts {
  const from = drafts.options.findIndex((it) => it.key === key);
  return sort({ ...drafts, options: moveItem(drafts.options, from, by) });
}

/** If variants differ only by this option, the first of them stays and the others go. */
export function removeOption(drafts: VariantDrafts, key: number): VariantDrafts {
  const next = { ...drafts, options: drafts.options.filter((it) => it.key !== key) };
  const seen = new Set<string>();
  const variants = drafts.variants.flatMap((it) => {
    const { [key]: _removed, ...values } = it.values;
    const id = toKey(next, { values });
    if (seen.has(id)) return [];
    seen.add(id);
    return [{ ...it, values }];
  });
  return { ...next, variants };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

export type ValueProblem = { kind: 'repeated'; value: string } | { kind: 'too_many'; count: number } | null;

/**
 * Existing variants get the first value of a new option; each further value creates new ones. `price` is for variants without a neighbor.
 * If there would be too many variants, nothing is added.
 */
export function addValues(
  drafts: VariantDrafts,
  optionKey: number,
  texts: string[],
  price: string,
): { drafts: VariantDrafts; problem: ValueProblem } {
  let next = drafts;
  let problem: ValueProblem = null;
  for (const value of texts.map((text) => text.trim()).filter(Boolean)) {
    const option = next.options.find(({ key }) => key === optionKey);
    if (!option) break;
    if (option.values.some((it) => isSame(it, value))) problem = { kind: 'repeated', value };
    else next = changeOption(next, optionKey, { values: [...option.values, value] });
  }
  const before = drafts.options.find(({ key }) => key === optionKey)?.values ?? [];
  const values = (next.options.find(({ key }) => key === optionKey)?.values ?? []).slice(before.length);
  const others = listChosenFrom(next).filter(({ key }) => key !== optionKey);
  const isFirst = !before.length && drafts.variants.length > 0;
  const each = others.reduce((product, option) => product * option.values.length, 1);
  const count = drafts.variants.length + each * (values.length - (isFirst ? 1 : 0));
  if (values.length && count > VARIANTS_MAX) return { drafts, problem: { kind: 'too_many', count } };
  for (const [index, value] of values.entries()) {
    if (index === 0 && isFirst)
      next = { ...next, variants: next.variants.map((it) => ({ ...it, values: { ...it.values, [optionKey]: value } })) };
    else
      next = createVariants(
        next,
        combine(others, VARIANTS_MAX).map((it) => ({ ...it, [optionKey]: value })),
        price,
      );
  }
  return { drafts: next, problem };
}

/** Removes its variants too; those of an option's last value stay, without it. */
export function removeValue(drafts: VariantDrafts, optionKey: number, value: string): VariantDrafts {
  const option = drafts.options.find(({ key }) => key === optionKey);
  if (!option) return drafts;
  const next = changeOption(drafts, optionKey, { values: option.values.filter((it) => it !== value) });
  if (option.values.length > 1) return { ...next, variants: drafts.variants.filter(({ values }) => values[optionKey] !== value) };
  const variants = drafts.variants.map((it) => {
    const { [optionKey]: _removed, ...values } = it.values;
    return { ...it, values };
  });
  return { ...next, variants };
}

/** Null: the option has that value already. */
export function renameValue(drafts: VariantDrafts, optionKey: number, from: string, text: string): VariantDrafts | null {
  const to = text.trim();
  const option = drafts.options.find(({ key }) => key === optionKey);
  if (!option || !to || to === from) return drafts;
  if (option.values.some((it) => it !== from && isSame(it, to))) return null;
  const next = changeOption(drafts, optionKey, { values: option.values.map((it) => (it === from ? to : it)) });
  const rename = (it: VariantDraft) => (it.values[optionKey] === from ? { ...it, values: { ...it.values, [optionKey]: to } } : it);
  return { ...next, variants: drafts.variants.map(rename) };
}

export function moveValue(drafts: VariantDrafts, optionKey: number, value: string, by: number): VariantDrafts {
  const values = drafts.options.find(({ key }) => key === optionKey)?.values ?? [];
  return sort(changeOption(drafts, optionKey, { values: moveItem(values, values.indexOf(value), by) }));
}

export const changeVariant = (drafts: VariantDrafts, key: number, field: keyof VariantTexts, text: string): VariantDrafts => ({
  ...drafts,
  variants: drafts.variants.map((it) => (it.key === key ? { ...it, [field]: text } : it)),
});

export const addVariant = (drafts: VariantDrafts, values: VariantDraft['values'], price: string): VariantDrafts =>
  createVariants(drafts, [values], price);

export const removeVariants = (drafts: VariantDrafts, keys: ReadonlySet<number>): VariantDrafts => ({
  ...drafts,
  variants: drafts.variants.filter((it) => !keys.has(it.key)),
});

export const fillVariants = (drafts: VariantDrafts, keys: ReadonlySet<number>, texts: Partial<VariantTexts>): VariantDrafts => ({
  ...drafts,
  variants: drafts.variants.map((it) => (keys.has(it.key) ? { ...it, ...texts } : it)),
});

const UNSOLD_SHOWN = 100;

/** Combinations that aren't sold; the first hundred, since nobody reads more. */
export function listUnsold(drafts: VariantDrafts): VariantDraft['values'][] {
  const options = listChosenFrom(drafts);
  const total = options.reduce((product, { values }) => product * values.length, 1);
  if (drafts.variants.length >= total) return [];
  // Among so many combinations are a hundred that aren't sold, if there are as many.
  const sold = new Set(drafts.variants.map((it) => toKey(drafts, it)));
  const combinations = combine(options, drafts.variants.length + UNSOLD_SHOWN);
  return combinations.filter((values) => !sold.has(toKey(drafts, { values }))).slice(0, UNSOLD_SHOWN);
}

export const sortDrafts = sort;
