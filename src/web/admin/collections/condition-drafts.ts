/** Conditions as they are typed, and the rule that is sent. */
import type { Condition, ConditionField, Rule } from '../../../contract/rules.ts';
import { COUNT, PRICE, parseNumber, toPriceInput } from '../parts/values.ts';

export interface ConditionDraft {
  key: number;
  field: ConditionField;
  /** Turned around; of a sale: not on sale. */
  not: boolean;
  /** Of categories or brands. */
  ids: string[];
  /** Tags, vendors or a part of the title. */
  words: string;
  atLeast: string;
  atMost: string;
  days: string;
}

let lastKey = 0;

export const createDraft = (field: ConditionField): ConditionDraft => {
  lastKey += 1;
  const days = field === 'created' || field === 'sold' ? '30' : '';
  const atLeast = field === 'stock' || field === 'sold' ? '1' : '';
  return { key: lastKey, field, not: false, ids: [], words: '', atLeast, atMost: '', days };
};

const toText = (value: number | undefined) => (value === undefined ? '' : String(value));

function toDraft(condition: Condition): ConditionDraft {
  const draft = { ...createDraft(condition.field), atLeast: '', days: '', not: 'not' in condition && condition.not === true };
  switch (condition.field) {
    case 'category':
      return { ...draft, ids: condition.categories };
    case 'brand':
      return { ...draft, ids: condition.brands };
    case 'tag':
      return { ...draft, words: condition.tags.join(', ') };
    case 'vendor':
      return { ...draft, words: condition.vendors.join(', ') };
    case 'title':
      return { ...draft, words: condition.contains };
    case 'price':
      return { ...draft, atLeast: toPriceInput(condition.atLeast ?? null), atMost: toPriceInput(condition.atMost ?? null) };
    case 'stock':
      return { ...draft, atLeast: toText(condition.atLeast), atMost: toText(condition.atMost) };
    case 'compare-at':
      return { ...draft, not: !condition.onSale, atLeast: toText(condition.atLeastPercent) };
    case 'created':
      return { ...draft, days: toText(condition.days) };
    case 'sold':
      return { ...draft, days: toText(condition.days), atLeast: toText(condition.atLeast) };
  }
}

const toWords = (text: string) => [...new Set(text.split(',').map((it) => it.trim()))].filter(Boolean);

/** Both may be empty, but not both at once. Null: one isn't a number. */
function toBounds({ atLeast, atMost }: ConditionDraft, range: typeof PRICE): { atLeast?: number; atMost?: number } | null {
  const from = atLeast.trim() ? parseNumber(atLeast, range) : undefined;
  const to = atMost.trim() ? parseNumber(atMost, range) : undefined;
  if (from === null || to === null || (from === undefined && to === undefined)) return null;
  return { ...(from !== undefined && { atLeast: from }), ...(to !== undefined && { atMost: to }) };
}

/** Null: it isn't complete. */
export function toCondition(draft: ConditionDraft): Condition | null {
  const { field, ids, words } = draft;
  const not = draft.not && { not: true };
  const days = parseNumber(draft.days, COUNT);
  const listed = toWords(words);
  switch (field) {
    case 'category':
      return ids.length ? { field, categories: ids, ...not } : null;
    case 'brand':
      return ids.length ? { field, brands: ids, ...not } : null;
    case 'tag':
      return listed.length ? { field, tags: listed, ...not } : null;
    case 'vendor':
      return listed.length ? { field, vendors: listed, ...not } : null;
    case 'title':
      return words.trim() ? { field, contains: words.trim(), ...not } : null;
    case 'price': {
      const bounds = toBounds(draft, PRICE);
      return bounds && { field, ...bounds };
    }
    case 'stock': {
      const bounds = toBounds(draft, COUNT);
      return bounds && { field, ...bounds };
    }
    case 'compare-at': {
      if (draft.not) return { field, onSale: false };
      const percent = draft.atLeast.trim() ? parseNumber(draft.atLeast, COUNT) : undefined;
      return percent === null ? null : { field, onSale: true, ...(percent !== undefined && { atLeastPercent: percent }) };
    }
    case 'created':
      return days === null ? null : { field, days, ...not };
    case 'sold': {
      const pieces = parseNumber(draft.atLeast, COUNT);
      return days === null || pieces === null ? null : { field, days, atLeast: pieces };
    }
  }
}

export interface RuleDraft {
  match: Rule['match'];
  conditions: ConditionDraft[];
}

/** An incomplete condition is written as what was typed, so that the form is known to be changed. */
export const formatRule = ({ match, conditions }: RuleDraft): string =>
  JSON.stringify({ match, conditions: conditions.map(({ key: _key, ...draft }) => toCondition({ ...draft, key: 0 }) ?? { typed: draft }) });

export const toRuleDraft = ({ match, conditions }: Rule): RuleDraft => ({ match, conditions: conditions.map(toDraft) });

/** Null: a condition isn't complete, or there is none. */
export function toRule({ match, conditions }: RuleDraft): Rule | null {
  const complete = conditions.flatMap((draft) => toCondition(draft) ?? []);
  return complete.length && complete.length === conditions.length ? { match, conditions: complete } : null;
}

/** Of what the hidden field holds: null as above. */
export function parseRule(text: string): Rule | null {
  const { match, conditions } = JSON.parse(text) as { match: Rule['match']; conditions: (Condition | { typed: object })[] };
  const complete = conditions.flatMap((it) => ('field' in it ? it : []));
  return complete.length && complete.length === conditions.length ? { match, conditions: complete } : null;
}
