/** Cells of the merchant's fields, `field:<key>`: texts in the file, typed values in the shop. */
import { isDeepStrictEqual } from 'node:util';
import type { CustomFields, CustomFieldsInput } from '../../../../../contract/custom-field-values.ts';
import type { CustomField } from '../../../../../contract/custom-fields.ts';
import type { VariantsInput } from '../../../../../contract/product-fields.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { listFields } from '../../../fields/field.repository.ts';
import { checkValues, findNamed, type Named } from '../../../fields/field-values.service.ts';
import type { CsvRow } from '../formats/format.ts';
import { FIELD_COLUMN } from '../formats/own-format.ts';

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

/** Nothing is asked for rows without such cells. */
export async function readKnownFields(db: Database, rows: readonly CsvRow[]): Promise<KnownFields> {
  const own = rows.map(({ cells }) => readFieldCells(cells).customFields).filter((it) => it !== undefined);
  const hasVariants = rows.some(({ cells }) => cells.variants?.includes('"customFields"'));
  if (!own.length && !hasVariants) return NOTHING;
  const fields = await listFields(db);
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
