/** Cells of the merchant's fields, `field:<key>`: texts in the file, typed values in the shop. */
import { isDeepStrictEqual } from 'node:util';
import type { CustomFields, CustomFieldsInput } from '../../../../../contract/custom-field-values.ts';
import { type CustomField, FIELD_OWNERS } from '../../../../../contract/custom-fields.ts';
import { CUSTOM_FIELDS_MAX, FIELD_LONG_TEXT_MAX_LENGTH } from '../../../../../contract/limits.ts';
import type { VariantsInput } from '../../../../../contract/product-fields.ts';
import type { ImportNumbers } from '../../../../../contract/product-import-fields.ts';
import { cutText } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { AppError } from '../../../../platform/errors.ts';
import { listFields } from '../../../fields/field.repository.ts';
import { addField } from '../../../fields/field.service.ts';
import { checkValues, findNamed, type Named, toStored } from '../../../fields/field-values.service.ts';
import { parseValue } from '../../../fields/field-values.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { FIELD_COLUMN } from '../formats/own-format.ts';
import { type NewField, readFieldCell } from '../reading/guess-fields.ts';

/** The fields that rows may have values of, and of what values name what exists. */
export interface KnownFields extends Named {
  product: readonly CustomField[];
  variant: readonly CustomField[];
}

const NOTHING: KnownFields = { product: [], variant: [], products: new Set(), files: new Map() };

export const readFieldCells = (cells: CsvRow['cells']): { customFields?: Record<string, string> } => {
  const found = Object.entries(cells).flatMap(([column, cell]) =>
    column.startsWith(FIELD_COLUMN) ? [[column.slice(FIELD_COLUMN.length), cell]] : [],
  );
  return found.length ? { customFields: Object.fromEntries(found) } : {};
};

/** `newFields`: those that the import makes where they aren't there yet. Nothing is asked for rows without such cells. */
export async function readKnownFields(db: Database, rows: readonly CsvRow[], newFields: readonly NewField[] = []): Promise<KnownFields> {
  const own = rows.map(({ cells }) => readFieldCells(cells).customFields).filter((it) => it !== undefined);
  const hasVariants = rows.some(({ cells }) => cells.variants?.includes('"customFields"'));
  if (!own.length && !hasVariants) return NOTHING;
  const fields = withNewFields(await listFields(db), newFields);
  const [product, variant] = (['product', 'variant'] as const).map((owner) => fields.filter((it) => it.owner === owner));
  const known = { product: product ?? [], variant: variant ?? [] };
  const ofVariants = rows.flatMap(({ cells }) => listVariantValues(cells.variants));
  const [named, others] = [await findNamed(db, known.product, own), await findNamed(db, known.variant, ofVariants)];
  return {
    ...known,
    products: new Set([...named.products, ...others.products]),
    files: new Map([...named.files, ...others.files]),
  };
}

/** With those that aren't there, as far as there is room for them. */
function withNewFields(fields: readonly CustomField[], newFields: readonly NewField[]): readonly CustomField[] {
  const added = listMissing(fields, newFields).map((it) => ({ ...EMPTY_FIELD, ...it }));
  return added.length ? [...fields, ...added] : fields;
}

const EMPTY_FIELD = { _id: '', help: '', choices: [], isVisible: false, isFilter: false, version: 1 };

/** Those of the file that the shop has no field for, as many as it has room for. */
export function listMissing(fields: readonly CustomField[], newFields: readonly NewField[]): NewField[] {
  return FIELD_OWNERS.flatMap((owner) => {
    const known = fields.filter((it) => it.owner === owner);
    const missing = newFields.filter((it) => it.owner === owner && !known.some(({ key }) => key === it.key));
    return missing.slice(0, Math.max(0, CUSTOM_FIELDS_MAX - known.length));
  });
}

/**
 * Columns of other files, whose values are read as those of the field are written. What isn't one is left out with a notice: no optional value refuses a
 * product.
 */
export async function tidyFieldCells(db: Database, rows: CsvRow[], newFields: readonly NewField[]): Promise<CsvRow[]> {
  if (!rows.some(({ numbers }) => numbers)) return rows;
  const known = await readKnownFields(db, rows, newFields);
  return rows.map((row) => (row.numbers && row.error === null ? tidyRow(row, known, row.numbers) : row));
}

function tidyRow(row: CsvRow, known: KnownFields, numbers: ImportNumbers): CsvRow {
  const { customFields } = readFieldCells(row.cells);
  if (!customFields) return row;
  const cells = { ...row.cells };
  const kept: string[] = [];
  const notices: RowNotice[] = [];
  for (const [key, cell] of Object.entries(customFields)) {
    const column = `${FIELD_COLUMN}${key}`;
    const title = row.columns?.[column] ?? column;
    const field = known.product.find((it) => it.key === key);
    const text = field ? readFieldCell(field.type, cell, numbers) : cell;
    const parsed = field && parseValue(field, text, true);
    if (field && text.length < cell.length && field.type === 'long_text') notices.push({ kind: 'cut', column: title, reason: TOO_LONG });
    if (field && parsed && 'value' in parsed && toStored(field, parsed.value, known) !== null) {
      cells[column] = text;
      kept.push(title);
      continue;
    }
    delete cells[column];
    const why = parsed && 'message' in parsed ? parsed.message : NAMES_NOTHING;
    const reason = field ? `"${cutText(cell, 40)}" is left out: the custom field ${field.name} ${why}` : NO_ROOM;
    notices.push({ kind: 'dropped', column: title, reason });
  }
  if (kept.length) notices.push({ kind: 'guessed', reason: `keeps as custom fields: ${kept.join(', ')}` });
  return { ...row, cells, notices: [...(row.notices ?? []), ...notices] };
}

const TOO_LONG = `is longer than ${FIELD_LONG_TEXT_MAX_LENGTH.toLocaleString('en')} characters: the rest is left out`;
const NAMES_NOTHING = 'must be a product or an uploaded file of this shop';
const NO_ROOM = `is left out: there are ${CUSTOM_FIELDS_MAX} custom fields of products already, or one of this key was just deleted`;

/** Makes the fields that are missing: for the team, until the merchant says that customers see them. */
export async function createNewFields(deps: Pick<Deps, 'db' | 'now'>, newFields: readonly NewField[]): Promise<void> {
  if (!newFields.length) return;
  // Somebody may have made it meanwhile, or its key was deleted a moment ago: its values are told as left out then.
  for (const field of listMissing(await listFields(deps.db), newFields))
    await addField(deps, field).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
    });
}

function listVariantValues(cell = ''): object[] {
  if (!cell.includes('"customFields"')) return [];
  try {
    const list = JSON.parse(cell) as { customFields?: unknown }[];
    return list.flatMap(({ customFields }) => (typeof customFields === 'object' && customFields !== null ? [customFields] : []));
  } catch {
    // Validation refuses the cell.
    return [];
  }
}

/** Those that differ from what is stored. Throws `invalid_request`. */
export function planFieldValues(
  known: KnownFields,
  sent: CustomFieldsInput | undefined,
  current: CustomFields | undefined,
): { customFields?: CustomFieldsInput } {
  if (!sent) return {};
  const input = { sent, current: current ?? null, path: 'customFields' };
  const [patch = {}] = checkValues({ fields: known.product, products: known.products, files: known.files, isText: true }, [input]);
  const changed = Object.entries(patch).filter(([key, value]) => !isDeepStrictEqual(value, current?.[key] ?? null));
  return changed.length ? { customFields: Object.fromEntries(changed) } : {};
}

/** With typed values. Throws `invalid_request`. */
export function withTypedFields(known: KnownFields, variants: VariantsInput): VariantsInput {
  if (!variants.some(({ customFields }) => customFields)) return variants;
  const sent = variants.map((it, index) => ({ sent: it.customFields, current: null, path: `variants.${index}.customFields` }));
  const patches = checkValues({ fields: known.variant, products: known.products, files: known.files, isText: true }, sent);
  return variants.map((it, index) => (it.customFields ? { ...it, customFields: patches[index] ?? {} } : it));
}

/** Whether the values that are sent are stored already. */
export const hasFieldValues = (sent: CustomFieldsInput | undefined, stored: CustomFields | undefined): boolean =>
  Object.entries(sent ?? {}).every(([key, value]) => isDeepStrictEqual(value, stored?.[key] ?? null));
