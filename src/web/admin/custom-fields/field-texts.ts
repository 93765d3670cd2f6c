/** Values of the merchant's fields as the texts of a form: to compare what was shown, what was typed, and the current state. */
import type { CustomFields, CustomFieldsInput, CustomValue } from '../../../contract/custom-field-values.ts';
import type { CustomField } from '../../../contract/custom-fields.ts';
import type { ConflictFields } from '../../shared/forms/edit-conflict.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { customFields as words } from './messages.ts';

/** The name of its control, and the path by which the server names it in errors. */
export const toFieldName = (key: string): string => `customFields.${key}`;

export type FieldTexts = Record<string, string>;

export const toFieldTexts = (fields: readonly CustomField[], values: CustomFields | undefined): FieldTexts =>
  Object.fromEntries(fields.map(({ key }) => [toFieldName(key), String(values?.[key] ?? '')]));

/** Of a part of the form that isn't there, nothing. */
export const readFieldTexts = (values: FormData, fields: readonly CustomField[]): FieldTexts =>
  Object.fromEntries(
    fields.flatMap(({ key, type }) => {
      const name = toFieldName(key);
      const text = readField(values, name);
      return values.has(name) ? [[name, type === 'long_text' ? text.trim() : text.replaceAll(/\s+/g, ' ').trim()]] : [];
    }),
  );

/** What the server can't read stays a text, and is refused by it. */
function toValue({ type }: CustomField, text: string): CustomValue | null {
  if (!text) return null;
  if (type === 'boolean') return text === 'true';
  const number = text.replace(',', '.');
  return type === 'number' && /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : text;
}

/** What differs from what was shown; absent: nothing does. */
export function toSentFields(
  fields: readonly CustomField[],
  typed: FieldTexts,
  shown: FieldTexts = {},
): { customFields?: CustomFieldsInput } {
  const changed = fields.flatMap((field) => {
    const name = toFieldName(field.key);
    const text = typed[name];
    return text === undefined || text === (shown[name] ?? '') ? [] : [[field.key, toValue(field, text)] as const];
  });
  return changed.length ? { customFields: Object.fromEntries(changed) } : {};
}

export const listConflictFields = (fields: readonly CustomField[]): ConflictFields =>
  Object.fromEntries(
    fields.map(({ key, name, type }) => [
      toFieldName(key),
      {
        label: name,
        format: (text: string) => (type === 'boolean' && text ? (text === 'true' ? words.yes : words.no) : text || words.notSaid),
      },
    ]),
  );

/** The values of a variant as one text, by their keys in order; empty: none. */
export const serializeValues = (values: CustomFields | undefined): string => {
  const entries = Object.entries(values ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.length ? JSON.stringify(Object.fromEntries(entries)) : '';
};

export const parseValues = (text: string): CustomFields => (text ? (JSON.parse(text) as CustomFields) : {});

/** What a variant is sent with: all that it has, and null for what it had; absent: nothing has changed. */
export function toSentValues(typed: string, shown: string): { customFields?: CustomFieldsInput } {
  if (typed === shown) return {};
  const cleared = Object.fromEntries(Object.keys(parseValues(shown)).map((key) => [key, null]));
  return { customFields: { ...cleared, ...parseValues(typed) } };
}
