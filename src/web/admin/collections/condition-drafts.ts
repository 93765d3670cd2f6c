/** Conditions as they are typed, and the rule that is sent. */
import type { FieldType } from '../../../contract/custom-field-values.ts';
import type { Condition, ConditionField, ConditionOf, Rule } from '../../../contract/rules.ts';
import { COUNT, PRICE, parseNumber, toPriceInput } from '../parts/values.ts';

export interface ConditionDraft {
  key: number;
  field: ConditionField;
  /** Turned around; of a sale: not on sale. */
  not: boolean;
  /** Of categories or brands, or values of a custom field that are chosen. */
  ids: string[];
  /** Tags, vendors or a part of the title; values of a custom field, one a line. */
  words: string;
  atLeast: string;
  atMost: string;
  days: string;
  /** Of a custom field: its key, its type as far as the condition tells, and whether it is asked between bounds. */
  fieldKey: string;
  fieldType: FieldType;
  isRange: boolean;
}

let lastKey = 0;

export const createDraft = (field: ConditionField): ConditionDraft => {
  lastKey += 1;
  const days = field === 'created' || field === 'sold' ? '30' : '';
  const atLeast = field === 'stock' || field === 'sold' ? '1' : '';
  const ofField = { fieldKey: '', fieldType: 'text', isRange: false } as const;
  return { key: lastKey, field, not: false, ids: [], words: '', atLeast, atMost: '', days, ...ofField };
};

/** Which of the types it is, the condition tells only as far as its values are written otherwise. */
function toFieldDraft({ key: fieldKey, values = [], atLeast, atMost }: ConditionOf<'custom-field'>): Partial<ConditionDraft> {
  const [first = atLeast ?? atMost] = values;
  const isRange = !values.length;
  const fieldType = typeof first === 'number' ? 'number' : typeof first === 'boolean' ? 'boolean' : isRange ? 'date' : 'text';
  const ids = values.map(String);
  return { fieldKey, fieldType, isRange, ids, words: ids.join('\n'), atLeast: toText(atLeast), atMost: toText(atMost) };
}

/** As forms of products read them. */
function toFieldNumber(text: string): number | null {
  const number = text.trim().replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : null;
}

/** Those whose values are chosen, not typed. */
const isChosen = (type: FieldType) => type === 'choice' || type === 'boolean' || type === 'product';

function toFieldCondition(draft: ConditionDraft): Condition | null {
  const { fieldKey: key, fieldType: type, ids, words, isRange } = draft;
  const parse = (text: string) => (type === 'number' ? toFieldNumber(text) : type === 'boolean' ? text === 'true' : text.trim());
  const field = 'custom-field' as const;
  if (!key) return null;
  if (isRange) {
    const [from, to] = [draft.atLeast, draft.atMost].map((it) => (it.trim() ? parse(it) : undefined));
    if (from === null || to === null || typeof from === 'boolean' || typeof to === 'boolean') return null;
    if (from === undefined && to === undefined) return null;
    return { field, key, ...(from !== undefined && { atLeast: from }), ...(to !== undefined && { atMost: to }) };
  }
  const texts = isChosen(type) ? ids : words.split('\n').filter((it) => it.trim());
  const values = texts.map(parse).filter((it) => it !== null);
  return values.length && values.length === texts.length ? { field, key, values, ...(draft.not && { not: true }) } : null;
}

const toText = (value: number | string | undefined) => (value === undefined ? '' : String(value));

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
    case 'custom-field':
      return { ...draft, ...toFieldDraft(condition) };
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
    case 'custom-field':
      return toFieldCondition(draft);
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
