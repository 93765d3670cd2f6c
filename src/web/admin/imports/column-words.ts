/** What a column of a file may be read as, in words. */
import type { ProductImport } from '../../../contract/product-import-fields.ts';
import { customFields } from '../custom-fields/messages.ts';
import { FIELDS } from './messages.ts';

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

type Shown = Pick<ProductImport, 'kind' | 'format' | 'customFields'>;

const OWN = /^(?:field|attribute):(.+)$/;

/** Fields of other shops are called what those call them, and custom fields by their names. */
export function nameField(name: string, { kind, format, customFields: fields = [] }: Shown): string {
  const [, key] = OWN.exec(name) ?? [];
  if (key) return fields.find((it) => it.key === key)?.name ?? capitalize(key.replaceAll('_', ' '));
  return format === 'products' || kind !== 'products' ? (FIELDS[name] ?? capitalize(name.replaceAll('_', ' '))) : name;
}

export const columnWords = {
  ofFormat: 'Fields',
  ofColumn: 'As it is',
  ofShop: 'Your custom fields',
  asField: (name: string) => `Custom field: ${name}`,
  asAttribute: (name: string) => `Attribute: ${name}`,
  newFields: 'New custom fields',
  newFieldsHint:
    'For columns of your former shop that have no field here. Customers see them once you say so, under Settings, Custom fields. Each column can be read as something else below.',
  madeFieldsHint: 'This import made them. Customers see them once you say so.',
  typeOf: ({ type }: NonNullable<ProductImport['customFields']>[number]) => customFields.types[type],
} as const;

/** What a column alone can be. */
export function nameOwn(name: string, shown: Shown): string {
  const label = nameField(name, shown);
  return name.startsWith('attribute:') ? columnWords.asAttribute(label) : columnWords.asField(label);
}
