/** What the thread does with a file: recognizes its form, and translates its rows to rows of the shop's own columns. */

import { ATTRIBUTE_VALUE_MAX_LENGTH, IMPORT_COLUMNS_MAX } from '../../../../../contract/limits.ts';
import type { ImportNumbers } from '../../../../../contract/product-import-fields.ts';
import { NUMBER_FORMATS, readNumber } from '../../../../../contract/read-number.ts';
import { cutText } from '../../../../../contract/values.ts';
import { AppError } from '../../../../platform/errors.ts';
import { readCsvCell } from '../../../../platform/http/csv.ts';
import type { CsvRow, FormatRow, ImportField, RowNotice } from '../formats/format.ts';
import { isOwnName, listOwnColumns, toKey, toReadable } from '../formats/own-columns.ts';
import { type CsvDialect, type CsvFile, type CsvRecord, findDialect, readRecords } from './csv.ts';
import { createFieldGuesser, type NewField } from './guess-fields.ts';
import { type FileForm, getFormat, type ImportChoices, listOwnFields, matchColumns, toFormat } from './match-columns.ts';
import { tidyRow } from './tidy-row.ts';

/** Whether the file writes decimals with a point or a comma, judged by its cells: how many can only be read with the one or the other. */
export interface NumberEvidence {
  point: number;
  comma: number;
  /** One separator with three digits behind it, in a price: decimals for some, thousands for others. */
  ambiguous: number;
}

const PATTERNS: Record<ImportNumbers, RegExp> = {
  point: /^\D{0,3}(\d+\.\d{1,2}|\d{4,}\.\d+|0\.\d+|\d{1,3}(,\d{3})+\.\d+)\D{0,3}$/,
  comma: /^\D{0,3}(\d+,\d{1,2}|\d{4,},\d+|0,\d+|\d{1,3}([. ]\d{3})+,\d+)\D{0,3}$/,
};
const AMBIGUOUS = /^\D{0,3}[1-9]\d{0,2}[.,]\d{3}\D{0,3}$/;

/** Longer cells are no numbers. */
const MAX_LENGTH = 40;

export function addEvidence(evidence: NumberEvidence, { number }: ImportField, cell: string): void {
  if (!number || !cell || cell.length > MAX_LENGTH) return;
  if (PATTERNS.comma.test(cell)) evidence.comma += 1;
  else if (PATTERNS.point.test(cell)) evidence.point += 1;
  else if (number === 'price' && AMBIGUOUS.test(cell)) evidence.ambiguous += 1;
}

/** Without evidence, a file with semicolons is taken to be from a country that writes decimals with a comma. */
export const chooseNumbers = ({ point, comma }: NumberEvidence, delimiter: string): ImportNumbers =>
  comma > point || (comma === point && delimiter === ';') ? 'comma' : 'point';

/** The number as the shop writes it; anything else stays as it is and fails validation. */
export function readNumberCell(cell: string, field: ImportField, numbers: ImportNumbers, tell: (notice: RowNotice) => void): string {
  if (/^-?\d+$/.test(cell) || cell.length > MAX_LENGTH) return cell;
  const format = NUMBER_FORMATS[numbers];
  const reading = field.number === 'price' ? readNumber(cell, format, { maxDecimals: 2 }) : readNumber(cell, format);
  if ('number' in reading) return String(reading.number);
  if (reading.problem === 'not_a_number') return cell;
  // Read as the rest of the file is.
  const strict = readNumber(cell, format);
  const number = 'number' in strict ? strict.number : Number.NaN;
  if (Number.isNaN(number)) return cell;
  tell({ kind: 'guessed', column: field.name, reason: `"${cell}" is read as ${number}` });
  return String(number);
}

/** How many rows are looked at for how the file writes numbers. */
const EVIDENCE_ROWS = 5000;
const EXAMPLE_ROWS = 3;
const EXAMPLE_LENGTH = 80;
/** What a column that isn't mapped has: a little more than an attribute holds, so that it is told where one is cut. */
const OTHER_LENGTH = ATTRIBUTE_VALUE_MAX_LENGTH + 20;

/** Other shops export the hashes of passwords: nobody gets to see them. */
const PASSWORDS = /pass(word)?\b|_pass$|hash/i;

/** PostgreSQL can't store it in text, so a row that contains it is refused before any query. */
const NUL = '\u0000';

const clean = (cell: string): string => cell.replaceAll(NUL, '').trim();

async function readBeginning(file: CsvFile, dialect: CsvDialect): Promise<CsvRecord[]> {
  const records: CsvRecord[] = [];
  for await (const it of readRecords(file, dialect)) {
    if (!records.length) {
      if (it.error) throw new AppError('invalid_request', `The first row ${it.error}`);
      const columns = it.record.length;
      if (columns > IMPORT_COLUMNS_MAX)
        throw new AppError(
          'invalid_request',
          `The first row has ${columns.toLocaleString('en')} columns, and a file can have ${IMPORT_COLUMNS_MAX}`,
        );
    }
    records.push(it);
    if (records.length > EVIDENCE_ROWS) break;
  }
  return records;
}

export async function readForm(file: CsvFile, { mapping: wanted, numbers, ...choices }: ImportChoices): Promise<FileForm> {
  const dialect = await findDialect(file);
  const [first, ...rows] = await readBeginning(file, dialect);
  const header = first?.record.map(clean) ?? [];
  const format = toFormat(header, choices);
  const isField = (field: string) => format.fields.some((it) => it.name === field) || (format.kind === 'products' && isOwnName(field));
  const mapping = wanted
    ? Object.fromEntries(Object.entries(wanted).filter(([field, title]) => isField(field) && header.includes(title)))
    : matchColumns(format, header);
  const examples: string[] = header.map(() => '');
  for (const { record } of rows.slice(0, EXAMPLE_ROWS))
    for (const [index, example] of examples.entries())
      if (!example && !PASSWORDS.test(header[index] ?? '')) examples[index] = cutText(clean(record[index] ?? ''), EXAMPLE_LENGTH);
  const evidence: NumberEvidence = { point: 0, comma: 0, ambiguous: 0 };
  const numbered = format.fields.filter(({ name, number }) => number && mapping[name] !== undefined);
  const places = numbered.map((field) => [field, header.indexOf(mapping[field.name] ?? '')] as const);
  for (const { record } of rows) for (const [field, index] of places) addEvidence(evidence, field, record[index]?.trim() ?? '');
  const form = { dialect, kind: format.kind, formatName: format.name, header, examples, mapping };
  const chosen = numbers ?? chooseNumbers(evidence, dialect.delimiter);
  return { ...form, numbers: chosen, customFields: await guessFields(file, { ...form, numbers: chosen }) };
}

/** Reads the whole file, if it has any: a value in its last row may be of another type than all others. */
async function guessFields(
  file: CsvFile,
  { dialect, kind, formatName, header, mapping, numbers }: Omit<FileForm, 'customFields'>,
): Promise<NewField[]> {
  const format = getFormat(kind, formatName);
  const names = new Map(listOwnColumns(header).map(({ title, label }) => [title, label]));
  const columns = listOwnFields(format, mapping).flatMap(({ name }) => {
    const [key, title = ''] = [toKey(name), mapping[name]];
    return key ? [{ field: { owner: 'product' as const, key, name: names.get(title) ?? title }, index: header.indexOf(title) }] : [];
  });
  const isForeign = formatName !== 'products';
  const variants = isForeign ? -1 : header.indexOf(mapping.variants ?? '');
  if (!columns.length && (variants < 0 || kind !== 'products')) return [];
  const guesser = createFieldGuesser(numbers);
  for await (const { row, record, error } of readRecords(file, dialect)) {
    if (row === 1 || error) continue;
    for (const { field, index } of columns) {
      const text = readOwnCell(record[index], isForeign);
      if (text) guesser.add(field, text);
    }
    if (variants >= 0) guesser.addVariants(readCsvCell(clean(record[variants] ?? '')));
  }
  return guesser.finish();
}

/** Empty: nothing that can be read, such as the number of something in the other shop. */
function readOwnCell(raw: string | undefined, isForeign: boolean): string {
  const text = raw ? readCsvCell(clean(raw)) : '';
  return text && isForeign ? (toReadable(readForeignCell(text)) ?? '') : text;
}

function findRecordError(header: string[], { record, error }: CsvRecord): string | null {
  if (error) return error;
  const index = record.findIndex((cell) => cell.includes(NUL));
  if (index >= 0) return `${header[index] ?? 'a cell'} must not hold a NUL character`;
  // Cells that are missing at the end of a row are empty: some programs leave them out.
  if (record.length <= header.length || !record.slice(header.length).some((cell) => cell.trim())) return null;
  return `has ${record.length} cells where the first row has ${header.length}`;
}

/** `'00123` and `="00123"` keep spreadsheets from dropping leading zeros. */
function readForeignCell(cell: string): string {
  const quoted = /^=\s*"(.*)"$/s.exec(cell)?.[1];
  if (quoted !== undefined) return quoted.replaceAll('""', '"').trim();
  return /^'[\d=+\-@]/.test(cell) ? cell.slice(1) : cell;
}

/** Other shops may export more decimals than the currency has, for prices computed with or without tax. */
function roundPrice(text: string, { name, number }: ImportField, tell: (notice: RowNotice) => void): string {
  if (number !== 'price' || !/^\d+\.\d{3,}$/.test(text)) return text;
  const rounded = Number(text).toFixed(2);
  tell({ kind: 'guessed', column: name, reason: `${text} is rounded to ${rounded}` });
  return rounded;
}

async function* readFormatRows(
  file: CsvFile,
  { dialect, kind, formatName, header, mapping, numbers }: FileForm,
): AsyncGenerator<FormatRow> {
  const format = getFormat(kind, formatName);
  const fields = [...format.fields, ...listOwnFields(format, mapping)];
  const isForeign = formatName !== 'products';
  const mapped = fields.flatMap((field) => {
    const title = mapping[field.name];
    return title === undefined ? [] : [{ field, index: header.indexOf(title) }];
  });
  const taken = new Set(mapped.map(({ index }) => index));
  const others = header.flatMap((title, index) => (taken.has(index) || !title ? [] : [{ title, index }]));
  // Of a field of its own, what means nothing here is told like a column that isn't read.
  const unread = mapped.flatMap(({ field, index }) => (isOwnName(field.name) ? [{ field, index, title: header[index] ?? '' }] : []));
  for await (const it of readRecords(file, dialect)) {
    const { row, record, fraction } = it;
    if (row === 1 || (!it.error && record.every((cell) => !cell.trim()))) continue;
    const error = findRecordError(header, it);
    const cells: Record<string, string> = {};
    const notices: RowNotice[] = [];
    const tell = (notice: RowNotice) => notices.push({ ...notice, row });
    for (const { field, index } of mapped) {
      const raw = record[index];
      const text = isOwnName(field.name) ? readOwnCell(raw, isForeign) : raw && readCsvCell(clean(raw));
      if (!text) continue;
      if (isOwnName(field.name)) {
        cells[field.name] = text;
        continue;
      }
      const own = isForeign ? readForeignCell(text) : text;
      const value = field.number ? readNumberCell(own, field, numbers, tell) : own;
      cells[field.name] = isForeign ? roundPrice(value, field, tell) : value;
    }
    const left: Record<string, string> = {};
    for (const { field, title, index } of unread)
      if (!cells[field.name] && record[index]?.trim()) left[title] = clean(cutText(record[index], OTHER_LENGTH));
    for (const { title, index } of others) if (record[index]?.trim()) left[title] = clean(cutText(record[index], OTHER_LENGTH));
    yield { row, cells, error, fraction, ...(notices.length && { notices }), others: left };
  }
}

const describesItself = (name: string, title: string) => title.toLowerCase().replace(/\s/g, '') === name;

export async function* translateRows(file: CsvFile, form: FileForm, now: number): AsyncGenerator<CsvRow> {
  const format = getFormat(form.kind, form.formatName);
  const columns: Record<string, string> = { ...form.mapping };
  for (const [path, field] of Object.entries(format.fieldByColumn)) columns[path] = form.mapping[field] ?? field;
  const locate = ({ column, ...notice }: RowNotice): RowNotice => ({
    ...notice,
    ...(column !== undefined && { column: columns[column] ?? column }),
  });
  const isOwnFile =
    form.formatName === 'products' && Object.entries(form.mapping).every(([name, title]) => !toKey(name) || describesItself(name, title));
  const isTyped = form.kind === 'products' && !isOwnFile;
  for await (const row of format.toRows(() => readFormatRows(file, form), { now })) {
    const tidied = form.kind === 'products' ? tidyRow(row) : row;
    yield {
      ...tidied,
      ...(isTyped && { numbers: form.numbers }),
      ...(tidied.notices && { notices: tidied.notices.map(locate) }),
      columns,
    };
  }
}
