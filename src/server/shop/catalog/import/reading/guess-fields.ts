/** Which custom fields a file has values of, and of which type each is: the narrowest that all of its values have. */
import type { FieldType } from '../../../../../contract/custom-field-values.ts';
import type { FieldOwner } from '../../../../../contract/custom-fields.ts';
import { FIELD_LONG_TEXT_MAX_LENGTH } from '../../../../../contract/limits.ts';
import type { ImportNumbers } from '../../../../../contract/product-import-fields.ts';
import { NUMBER_FORMATS, readNumber } from '../../../../../contract/read-number.ts';
import { parseValue } from '../../../fields/field-values.ts';
import { isNo, isYes } from '../formats/format.ts';
import { parseJsonList } from '../formats/own-format.ts';

/** As a new field would be defined. */
export interface NewField {
  owner: Extract<FieldOwner, 'product' | 'variant'>;
  key: string;
  name: string;
  type: FieldType;
}

const DAY_FIRST = /^(\d\d?)\.(\d\d?)\.(\d{4})$/;

/** As files of this shop write a value of that type; what can't be one stays as it is. */
export function readFieldCell(type: FieldType, cell: string, numbers: ImportNumbers): string {
  if (type === 'number' && !/^-?\d+$/.test(cell)) {
    const reading = readNumber(cell, NUMBER_FORMATS[numbers]);
    return 'number' in reading ? String(reading.number) : cell;
  }
  if (type === 'boolean') return isYes(cell) ? 'Yes' : isNo(cell) ? 'No' : cell;
  const [, day = '', month = '', year] = (type === 'date' && DAY_FIRST.exec(cell)) || [];
  if (year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return type === 'long_text' ? cell.slice(0, FIELD_LONG_TEXT_MAX_LENGTH) : cell;
}

/** Numbers that name something, such as `00123` and `4006381333931`, are texts; and 1 and 0 may count. */
const NAMES: Partial<Record<FieldType, RegExp>> = { number: /^-?0\d|\d{10}|[^\d\s.,'’-]/, boolean: /^[01]$/ };

const TYPES = ['boolean', 'number', 'date', 'color', 'url', 'text', 'long_text'] as const satisfies FieldType[];

const isOf = (type: FieldType, cell: string, numbers: ImportNumbers): boolean =>
  !NAMES[type]?.test(cell) && 'value' in parseValue({ type, choices: [] }, readFieldCell(type, cell, numbers), true);

export function createFieldGuesser(numbers: ImportNumbers) {
  const found = new Map<string, { field: Omit<NewField, 'type'>; types: readonly FieldType[] }>();
  const add = (field: Omit<NewField, 'type'>, cell: string) => {
    const id = `${field.owner} ${field.key}`;
    const { types } = found.get(id) ?? { types: TYPES };
    // A text that is too long for any is cut.
    const left = types.length > 1 ? types.filter((type) => type === 'long_text' || isOf(type, cell, numbers)) : types;
    found.set(id, { field, types: left });
  };
  /** Those of variants, which the shop's own file has in JSON. */
  const addVariants = (cell: string) => {
    if (!cell.includes('"customFields"')) return;
    for (const it of parseJsonList(cell) ?? []) {
      const { customFields = {} } = (it ?? {}) as { customFields?: Record<string, unknown> };
      for (const [key, value] of Object.entries(customFields ?? {}))
        if (/^[a-z][a-z0-9_]*$/.test(key)) add({ owner: 'variant', key, name: toName(key) }, String(value));
    }
  };
  const finish = (): NewField[] => [...found.values()].map(({ field, types }) => ({ ...field, type: types[0] ?? 'long_text' }));
  return { add, addVariants, finish };
}

const toName = (key: string) => key.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
