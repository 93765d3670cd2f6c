/** Detects the format of a product file, maps its columns to fields, and reads it as rows of the shop's own columns. */
import { cutText } from '../../../contract/cut-text.ts';
import type { ImportFormatName } from '../../../contract/product-import-choices.ts';
import { AppError } from '../../errors.ts';
import { readCsvCell } from '../../http/csv.ts';
import { type CsvDialect, type CsvFile, type CsvRecord, findDialect, readRecords } from './csv.ts';
import type { CsvRow, FormatRow, ImportFormat } from './formats/format.ts';
import { OWN_FORMAT } from './formats/own.ts';
import { SHOPIFY } from './formats/shopify.ts';
import { WOOCOMMERCE } from './formats/woocommerce.ts';

const FORMATS: Record<ImportFormatName, ImportFormat> = { products: OWN_FORMAT, shopify: SHOPIFY, woocommerce: WOOCOMMERCE };

export const getFormat = (name: ImportFormatName): ImportFormat => FORMATS[name];

/** Title of the file's column, by the name of the field. */
export type ColumnMapping = Record<string, string>;

/** A file with its format and column mapping. */
export interface ImportPlan {
  file: CsvFile;
  dialect: CsvDialect;
  format: ImportFormat;
  header: string[];
  mapping: ColumnMapping;
}

/** Normalizes titles for comparison: `compare_at-price` equals `Compare at  price`. */
const normalize = (title: string) =>
  title
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');

function recognizeFormat(header: string[]): ImportFormat {
  const titles = new Set(header.map(normalize));
  const hasAny = (...names: string[]) => names.some((name) => titles.has(name));
  if (titles.has('title') && hasAny('handle', 'url handle') && hasAny('option1 name', 'variant price', 'body (html)')) return SHOPIFY;
  if (titles.has('type') && titles.has('name') && hasAny('regular price', 'attribute 1 name')) return WOOCOMMERCE;
  return OWN_FORMAT;
}

/** Maps each column to one field: first by the field's own name, then by its aliases. */
function matchColumns({ fields }: ImportFormat, header: string[]): ColumnMapping {
  const mapping: ColumnMapping = {};
  const taken = new Set<string>();
  const match = (name: string, wanted: readonly string[]) => {
    const title = header.find((it) => !taken.has(it) && wanted.includes(normalize(it)));
    if (!title || Object.hasOwn(mapping, name)) return;
    mapping[name] = title;
    taken.add(title);
  };
  for (const { name } of fields) match(name, [normalize(name)]);
  for (const { name, aliases = [] } of fields) match(name, aliases);
  return mapping;
}

/** Throws `invalid_request` if required columns are missing. */
function requireColumns({ header, mapping, format }: Pick<ImportPlan, 'header' | 'mapping' | 'format'>): void {
  const listMissing = (names: readonly string[]) => names.filter((name) => !Object.hasOwn(mapping, name));
  const [wanted = [], ...others] = format.required;
  const missing = listMissing(wanted);
  if (missing.length && others.every((names) => listMissing(names).length)) {
    const found = cutText(header.filter(Boolean).join(', '), 200);
    const optional = format.fields.map(({ name }) => name).filter((name) => !wanted.includes(name));
    throw new AppError(
      'invalid_request',
      `The first row must name the columns, parted by commas, semicolons or tabs. Missing: ${missing.join(', ')}. It reads: ${found || 'nothing'}. (Optional: ${optional.join(', ')}.)`,
    );
  }
  const titles = header.map((it) => it.toLowerCase());
  const twice = Object.values(mapping).find((title) => titles.indexOf(title.toLowerCase()) !== titles.lastIndexOf(title.toLowerCase()));
  if (twice) throw new AppError('invalid_request', `The column ${twice} stands twice in the first row.`);
}

async function readHeader(file: CsvFile, dialect: CsvDialect): Promise<string[]> {
  for await (const { record } of readRecords(file, dialect)) return record.map((cell) => cell.replaceAll(NUL, '').trim());
  return [];
}

/** `mapping` replaces the detected one; columns that the file doesn't have are ignored. */
export interface ImportChoices {
  format?: ImportFormatName;
  mapping?: ColumnMapping;
}

/** Doesn't check whether required columns are there. */
export async function matchFile(file: CsvFile, { format: name, mapping: wanted }: ImportChoices = {}): Promise<ImportPlan> {
  const dialect = await findDialect(file);
  const header = await readHeader(file, dialect);
  const format = name ? FORMATS[name] : recognizeFormat(header);
  const isField = (field: string) => format.fields.some((it) => it.name === field);
  const mapping = wanted
    ? Object.fromEntries(Object.entries(wanted).filter(([field, title]) => isField(field) && header.includes(title)))
    : matchColumns(format, header);
  return { file, dialect, format, header, mapping };
}

/** PostgreSQL can't store it in text, so a row that contains it is refused before any query. */
export const NUL = '\u0000';

function findRecordError({ header }: ImportPlan, { record, error }: CsvRecord): string | null {
  if (error) return error;
  const index = record.findIndex((cell) => cell.includes(NUL));
  if (index >= 0) return `${header[index] ?? 'a cell'} must not hold a NUL character`;
  if (record.length >= header.length && !record.slice(header.length).some((cell) => cell.trim())) return null;
  return `has ${record.length} cells where the first row has ${header.length}`;
}

async function* readFormatRows(plan: ImportPlan): AsyncGenerator<FormatRow> {
  const indexes = Object.entries(plan.mapping).map(([name, title]) => [name, plan.header.indexOf(title)] as const);
  for await (const it of readRecords(plan.file, plan.dialect)) {
    const { row, record, fraction } = it;
    if (row === 1 || (!it.error && record.every((cell) => !cell.trim()))) continue;
    const cells: Record<string, string> = {};
    for (const [name, index] of indexes) {
      const text = readCsvCell(record[index]?.replaceAll(NUL, '').trim() ?? '');
      if (text) cells[name] = text;
    }
    yield { row, cells, error: findRecordError(plan, it), fraction };
  }
}

/** Skips blank rows. Throws `invalid_request` if required columns are missing. */
export async function* readRows(plan: ImportPlan): AsyncGenerator<CsvRow> {
  requireColumns(plan);
  const columns = { ...plan.mapping };
  for (const [path, field] of Object.entries(plan.format.fieldByColumn)) columns[path] = plan.mapping[field] ?? field;
  for await (const row of plan.format.toRows(() => readFormatRows(plan))) yield { ...row, columns };
}
