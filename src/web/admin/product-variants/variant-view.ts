/** Which of many variants the table shows, and which are selected. */
import type { Issue } from '../../../contract/errors.ts';
import { describeVariant, listChosenFrom, type VariantDraft, type VariantDrafts } from './variant-drafts.ts';

/** Rows of fields on one page of the table: thousands would take seconds to appear, and as long for each letter. */
export const ROWS_SHOWN = 50;

export interface VariantView {
  /** Of a variant's values, SKU or barcode. */
  text: string;
  /** By the option's key; an option that isn't named is shown with all its values. */
  values: Record<number, string>;
  /** Only these, as long as they are there: those with an error. */
  only: ReadonlySet<number> | null;
  /** From 0. */
  page: number;
  /** Keys of variants, shown or not. */
  selected: ReadonlySet<number>;
}

export const WHOLE_VIEW: VariantView = { text: '', values: {}, only: null, page: 0, selected: new Set() };

export const isFiltered = ({ text, values, only }: VariantView): boolean =>
  only !== null || text.trim() !== '' || Object.values(values).some(Boolean);

/** Each word of the text must occur. */
export function findVariants(drafts: VariantDrafts, { text, values, only }: VariantView): VariantDraft[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  // What was chosen of an option that is gone since filters nothing.
  const chosen = listChosenFrom(drafts).flatMap((option) => {
    const value = values[option.key];
    return value && option.values.includes(value) ? [{ key: option.key, value }] : [];
  });
  if (!only && !words.length && !chosen.length) return drafts.variants;
  return drafts.variants.filter((it) => {
    if (only && !only.has(it.key)) return false;
    if (!chosen.every(({ key, value }) => it.values[key] === value)) return false;
    if (!words.length) return true;
    const of = `${describeVariant(drafts, it)}\n${it.sku}\n${it.barcode}`.toLowerCase();
    return words.every((word) => of.includes(word));
  });
}

/** The page of what is found, with the number of its first row; the last one if there are fewer pages now. */
export function takePage(found: VariantDraft[], page: number): { rows: VariantDraft[]; first: number } {
  const first = Math.max(0, Math.min(page, Math.ceil(found.length / ROWS_SHOWN) - 1)) * ROWS_SHOWN;
  return { rows: found.slice(first, first + ROWS_SHOWN), first };
}

/** The variants with an error, as many as fit on a page. */
export function listFaulty({ variants }: VariantDrafts, issues: Issue[]): ReadonlySet<number> {
  const named = new Set(issues.flatMap(({ path }) => /^variant-\w+-(\d+)$/.exec(path)?.[1] ?? []));
  const faulty = variants.flatMap(({ key }) => (named.has(String(key)) ? [key] : []));
  return new Set(faulty.slice(0, ROWS_SHOWN));
}

export type SkuProblem = { kind: 'unknown'; name: string } | { kind: 'repeated' } | null;

/**
 * Gives these variants SKUs by a pattern: `{Size}` stands for the value of that option, `{n}` for the number in the list. Nothing is changed if one
 * wouldn't be unique among the product's.
 */
export function fillSkus(
  drafts: VariantDrafts,
  keys: ReadonlySet<number>,
  pattern: string,
): { drafts: VariantDrafts; problem: SkuProblem } {
  const options = listChosenFrom(drafts);
  const byName = new Map(options.map(({ key, name }) => [name.trim().toLowerCase(), key]));
  const names = [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.trim());
  const unknown = names.find((name) => name.toLowerCase() !== 'n' && !byName.has(name.toLowerCase()));
  if (unknown !== undefined) return { drafts, problem: { kind: 'unknown', name: unknown } };
  let number = 0;
  const variants = drafts.variants.map((it) => {
    if (!keys.has(it.key)) return it;
    number += 1;
    const sku = pattern.trim().replaceAll(/\{([^{}]*)\}/g, (_whole, name: string) => {
      const key = byName.get(name.trim().toLowerCase());
      return key === undefined ? String(number) : (it.values[key] ?? '').replaceAll(/\s+/g, '-');
    });
    return { ...it, sku };
  });
  const skus = variants.flatMap(({ sku }) => sku.trim().toLowerCase() || []);
  if (new Set(skus).size < skus.length) return { drafts, problem: { kind: 'repeated' } };
  return { drafts: { ...drafts, variants }, problem: null };
}
