/** Cells of files as values: times, sums and yes or no, as other shops and spreadsheets write them. */
import { COUNTRY_CODES, nameCountry } from '../../../contract/countries.ts';
import { toCents } from '../../../contract/money.ts';
import { fromZonedTime } from '../../../contract/time-zone.ts';
import { cutText } from '../../../contract/values.ts';
import { isNo, isYes, type RowNotice } from '../catalog/import/formats/format.ts';
import { createCellError } from '../catalog/import/runs/row-kind.ts';

export type Cells = Record<string, string>;
export type Tell = (kind: RowNotice['kind'], column: string, reason: string) => void;

const pad = (text: string) => text.padStart(2, '0');

/** `2024-05-01 10:11:12 -0500`, ISO 8601, `01.05.2024 10:11`, `5/1/2024`. The third says whether day and month were guessed. */
function toIso(text: string): { local: string; offset: string; isGuess: boolean } | null {
  const [, date = '', clock = '00:00', offset = ''] =
    /^(\S+?)(?:[T\s]+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i.exec(text.trim()) ?? [];
  const time = clock.split(':').map(pad).join(':');
  const zone = /^(z|utc)$/i.test(offset) ? 'Z' : offset.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date) ?? [];
  if (year && month && day) return { local: `${year}-${pad(month)}-${pad(day)}T${time}`, offset: zone, isGuess: false };
  const [, first, sign, second, last] = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(date) ?? [];
  if (!first || !second || !last) return null;
  const isDayFirst = sign === '.' || Number(first) > 12;
  const [inDay, inMonth] = isDayFirst ? [first, second] : [second, first];
  const isGuess = sign !== '.' && Number(first) <= 12 && Number(second) <= 12 && first !== second;
  return { local: `${last}-${pad(inMonth)}-${pad(inDay)}T${time}`, offset: zone, isGuess };
}

/** A time without an offset is one of the shop's time zone. Null: an empty cell. Throws `invalid_request`. */
export function readTime(cells: Cells, column: string, timeZone: string, tell: Tell): Date | null {
  const text = cells[column];
  if (!text) return null;
  const found = toIso(text);
  const time = found && (found.offset ? new Date(found.local + found.offset) : fromZonedTime(found.local, timeZone));
  if (!time || Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1970 || time.getUTCFullYear() > 2100)
    throw createCellError(column, `reads "${cutText(text, 40)}": write it as 2024-05-31 14:30`);
  if (found?.isGuess) tell('guessed', column, `"${text}" is read as ${found.local.slice(0, 10)}: the month first`);
  return time;
}

/** More than an order or a discount can be. */
const MAX_AMOUNT = 1_000_000_000;

/** In cents; null: an empty cell. Throws `invalid_request`, also for what is below zero. */
export function readMoney(cells: Cells, column: string): number | null {
  const text = cells[column];
  if (!text) return null;
  const amount = Number(text.replace(/^[^\d-]+/, ''));
  if (!Number.isFinite(amount)) throw createCellError(column, `reads "${cutText(text, 40)}": write a sum such as 12.50`);
  if (amount < 0) throw createCellError(column, 'is below zero');
  if (amount > MAX_AMOUNT) throw createCellError(column, 'is too large');
  return toCents(amount);
}

/** Null: an empty cell, or one that says neither. */
export const readYes = (cell: string | undefined): boolean | null => (isYes(cell) ? true : isNo(cell) ? false : null);

const CODES_BY_NAME = new Map(COUNTRY_CODES.map((code) => [nameCountry(code).toLowerCase(), code]));

/** Its code, where the cell has the code or the English name; otherwise null. */
export function readCountry(cell: string | undefined): string | null {
  const text = cell?.trim() ?? '';
  if (COUNTRY_CODES.includes(text.toUpperCase())) return text.toUpperCase();
  return CODES_BY_NAME.get(text.toLowerCase()) ?? null;
}

/** One line. */
export const toLine = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Tells what of it is left out. */
export function shorten(text: string, length: number, column: string, tell: Tell): string {
  const short = cutText(text, length).trim();
  if (short !== text) tell('cut', column, `is longer than ${length.toLocaleString('en')} characters: the rest is left out`);
  return short;
}

/** A list in JSON; null: another cell. */
export function readJson(cell: string | undefined): unknown[] | null {
  if (!cell?.startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(cell);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}
