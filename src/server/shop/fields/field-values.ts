/** What a value of each type is: the one check of every way in (forms, calls, imports, bulk edits, restores), and how files write it. */
import type { CustomFields, CustomValue } from '../../../contract/custom-field-values.ts';
import { type CustomField, NO, YES } from '../../../contract/custom-fields.ts';
import type { IssueCode } from '../../../contract/errors.ts';
import { FIELD_LONG_TEXT_MAX_LENGTH, FIELD_NUMBER_MAX, FIELD_TEXT_MAX_LENGTH, FIELD_URL_MAX_LENGTH } from '../../../contract/limits.ts';
import { isUuid } from '../../../contract/values.ts';

export type Parsed = { value: CustomValue } | { code: IssueCode; message: string; limit?: number };

type Definition = Pick<CustomField, 'type' | 'choices'>;

const refuse = (code: IssueCode, message: string, limit?: number): Parsed => ({ code, message, ...(limit !== undefined && { limit }) });

function parseText(text: string, maxLength: number, isOneLine: boolean): Parsed {
  if ([...text].length > maxLength) return refuse('too_long', `must have ${maxLength} characters at most`, maxLength);
  if (isOneLine && /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return refuse('invalid_format', 'must be one line');
  return { value: text };
}

const NUMBER = /^-?\d+(\.\d+)?$/;

function parseNumber(sent: CustomValue, isText: boolean): Parsed {
  const number = isText && typeof sent === 'string' && NUMBER.test(sent.trim()) ? Number(sent) : sent;
  if (typeof number !== 'number' || !Number.isFinite(number)) return refuse('not_a_number', 'must be a number, such as 12.5');
  if (number > FIELD_NUMBER_MAX) return refuse('too_large', `must be ${FIELD_NUMBER_MAX} or less`, FIELD_NUMBER_MAX);
  if (number < -FIELD_NUMBER_MAX) return refuse('too_small', `must be ${-FIELD_NUMBER_MAX} or more`, -FIELD_NUMBER_MAX);
  // As a text of a filter and of a file, it must be the same number without an exponent.
  if (!NUMBER.test(String(number))) return refuse('too_many_decimals', 'must have six decimals at most');
  return { value: number === 0 ? 0 : number };
}

function parseDate(text: string): Parsed {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  const isDate = date && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return isDate ? { value: text } : refuse('invalid_format', 'must be a date, such as 2026-11-26');
}

const YES_WORDS = new Set(['yes', 'true', '1']);
const NO_WORDS = new Set(['no', 'false', '0']);

function parseBoolean(sent: CustomValue, isText: boolean): Parsed {
  if (typeof sent === 'boolean') return { value: sent };
  const word = isText ? String(sent).trim().toLowerCase() : '';
  if (YES_WORDS.has(word)) return { value: true };
  return NO_WORDS.has(word) ? { value: false } : refuse('invalid_choice', 'must be yes or no');
}

/** In any case, as people write them in files; stored as the field has it. */
function parseChoice(text: string, choices: readonly string[]): Parsed {
  const found = choices.find((it) => it === text) ?? choices.find((it) => it.toLowerCase() === text.toLowerCase());
  return found === undefined ? refuse('invalid_choice', `must be one of: ${choices.slice(0, 20).join(', ')}`) : { value: found };
}

function parseColor(text: string): Parsed {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  const color = (
    short
      ? `#${short
          .slice(1)
          .map((it) => it + it)
          .join('')}`
      : text
  ).toLowerCase();
  return /^#[0-9a-f]{6}$/.test(color) ? { value: color } : refuse('invalid_format', 'must be a color, such as #1e90ff');
}

/** Only what a link may lead to: no script, no file of the visitor's machine. */
function parseUrl(text: string): Parsed {
  if (text.length > FIELD_URL_MAX_LENGTH)
    return refuse('too_long', `must have ${FIELD_URL_MAX_LENGTH} characters at most`, FIELD_URL_MAX_LENGTH);
  const url = URL.canParse(text) ? new URL(text) : null;
  const isWeb = (url?.protocol === 'https:' || url?.protocol === 'http:') && !url.username && !url.password;
  return isWeb ? { value: text } : refuse('invalid_format', 'must be a web address that begins with https://');
}

/** `isText`: it comes from a file, where numbers and yes/no are texts. A product or a file may still be unknown: field-values.service.ts asks the database. */
export function parseValue({ type, choices }: Definition, sent: CustomValue, isText = false): Parsed {
  if (type === 'number') return parseNumber(sent, isText);
  if (type === 'boolean') return parseBoolean(sent, isText);
  if (typeof sent !== 'string') return refuse('wrong_type', 'must be a text');
  const text = sent.trim();
  switch (type) {
    case 'text':
      return parseText(text, FIELD_TEXT_MAX_LENGTH, true);
    case 'long_text':
      return parseText(text.replace(/\r\n?/g, '\n'), FIELD_LONG_TEXT_MAX_LENGTH, false);
    case 'date':
      return parseDate(text);
    case 'choice':
      return parseChoice(text, choices);
    case 'color':
      return parseColor(text);
    case 'url':
      return parseUrl(text);
    case 'file':
      return parseText(text, FIELD_URL_MAX_LENGTH, true);
    case 'product':
      return isUuid(text.toLowerCase()) ? { value: text.toLowerCase() } : refuse('unknown', 'must be the id of a product');
  }
}

const toFieldText = (value: CustomValue): string => (typeof value === 'boolean' ? (value ? YES : NO) : String(value));

/** The title of its column in files. */
export const toFieldColumn = ({ key }: Pick<CustomField, 'key'>): string => `field:${key}`;

/** A cell for each field. */
export const writeFieldCells = (fields: readonly CustomField[], values: CustomFields | null | undefined): string[] =>
  fields.map(({ key }) => {
    const value = values && Object.hasOwn(values, key) ? values[key] : undefined;
    return value === undefined ? '' : toFieldText(value);
  });

/** Empty where there is nothing: `''`, blanks and null clear a value. */
export const isEmptyValue = (sent: CustomValue | null): boolean => sent === null || (typeof sent === 'string' && !sent.trim());

/** Null: no value is left. Null in `patch` clears a value. */
export function applyPatch(current: CustomFields | null, patch: Record<string, CustomValue | null>): CustomFields | null {
  const next = Object.entries({ ...current, ...patch }).filter((it): it is [string, CustomValue] => it[1] !== null);
  return next.length ? Object.fromEntries(next) : null;
}

/** Of stored values only those that fit their definition: a row may have been written while a field was deleted. In the merchant's order. */
export function pickValues(fields: readonly CustomField[], stored: CustomFields | null | undefined): CustomFields | undefined {
  if (!stored) return undefined;
  const found = fields.flatMap((field) => {
    const value = Object.hasOwn(stored, field.key) ? stored[field.key] : undefined;
    return value !== undefined && 'value' in parseValue(field, value) ? [[field.key, value] as const] : [];
  });
  return found.length ? Object.fromEntries(found) : undefined;
}
