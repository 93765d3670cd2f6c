/** Fields that the merchant defines, of products, variants, categories, customers and orders: what a field is, and the calls for it. */
import * as Type from 'typebox';
import { FIELD_TYPES, type FieldType, LinkedFile, LinkedProduct } from './custom-field-values.ts';
import { DownloadName } from './downloads.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, SingleLine, SuccessResponse, Version } from './fields.ts';
import {
  CUSTOM_FIELDS_MAX,
  FIELD_CHOICE_MAX_LENGTH,
  FIELD_CHOICES_MAX,
  FIELD_HELP_MAX_LENGTH,
  FIELD_KEY_MAX_LENGTH,
  FIELD_NAME_MAX_LENGTH,
} from './limits.ts';

export const FIELD_OWNERS = ['product', 'variant', 'category', 'customer', 'order'] as const;
export type FieldOwner = (typeof FIELD_OWNERS)[number];

/** Which types lists can be filtered by, and of what. */
const FILTER_TYPES: readonly FieldType[] = ['text', 'number', 'boolean', 'choice', 'color'];
export const canFilter = (owner: FieldOwner, type: FieldType): boolean =>
  (owner === 'product' || owner === 'variant') && FILTER_TYPES.includes(type);

/** Whoever knows a file's address can open it: what customers and orders have is nobody else's, so they have none. */
export const canHave = (owner: FieldOwner, type: FieldType): boolean => type !== 'file' || (owner !== 'customer' && owner !== 'order');

/**
 * The kinds of files that a field may have, by how their names end: none that a browser would run as a page or a program. Those that are opened in
 * the browser have no scripts of their own there; any other is saved.
 */
export const FILE_KINDS: Readonly<Record<string, { type: string; isInline?: true }>> = {
  pdf: { type: 'application/pdf', isInline: true },
  jpg: { type: 'image/jpeg', isInline: true },
  jpeg: { type: 'image/jpeg', isInline: true },
  png: { type: 'image/png', isInline: true },
  webp: { type: 'image/webp', isInline: true },
  txt: { type: 'text/plain; charset=utf-8' },
  csv: { type: 'text/csv; charset=utf-8' },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  odt: { type: 'application/vnd.oasis.opendocument.text' },
  ods: { type: 'application/vnd.oasis.opendocument.spreadsheet' },
  epub: { type: 'application/epub+zip' },
  zip: { type: 'application/zip' },
  mp3: { type: 'audio/mpeg' },
  mp4: { type: 'video/mp4' },
  step: { type: 'application/octet-stream' },
  stl: { type: 'application/octet-stream' },
  dxf: { type: 'application/octet-stream' },
};

/** Null: none of those. */
export function findFileKind(name: string): { extension: string; type: string; isInline: boolean } | null {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const kind = Object.hasOwn(FILE_KINDS, extension) ? FILE_KINDS[extension] : undefined;
  return kind ? { extension, type: kind.type, isInline: kind.isInline ?? false } : null;
}

/** To which types a field can change while it has values: each of them is a value of that type as it is. */
const WIDER_TYPES: Partial<Record<FieldType, readonly FieldType[]>> = {
  text: ['long_text'],
  choice: ['text', 'long_text'],
  url: ['long_text'],
  color: ['text', 'long_text'],
  date: ['text', 'long_text'],
};
export const canBecome = (from: FieldType, to: FieldType): boolean => from === to || (WIDER_TYPES[from]?.includes(to) ?? false);

/** What is `yes` and `no` in lists to choose from, in URLs and in files. */
export const YES = 'Yes';
export const NO = 'No';

/** In filters, a colon would end it. */
const FieldName = Type.String({ minLength: 1, maxLength: FIELD_NAME_MAX_LENGTH, pattern: '^(?=.*\\S)[^:\\p{Cc}\\p{Zl}\\p{Zp}]*$' });
const Help = SingleLine(FIELD_HELP_MAX_LENGTH);
const Choice = Type.String({ minLength: 1, maxLength: FIELD_CHOICE_MAX_LENGTH, pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Zl}\\p{Zp}]*$' });
const Choices = Type.Array(Choice, { maxItems: FIELD_CHOICES_MAX });

/** Lower-case letters, digits and underscores, so that two keys never differ in case alone. */
const Key = Type.String({ maxLength: FIELD_KEY_MAX_LENGTH, pattern: '^(?!(constructor|prototype)$)[a-z][a-z0-9_]*$' });

const definition = {
  name: FieldName,
  /** Shown to the team below the field. */
  help: Help,
  type: Type.Enum(FIELD_TYPES),
  /** Of a choice, in their order; empty for other types. */
  choices: Choices,
  /** Whether customers see it: on the page of what has it. Fields of customers are for the team. */
  isVisible: Type.Boolean(),
  /** Whether customers can filter lists by it: texts, numbers, yes/no, choices and colors of products and variants that they see. */
  isFilter: Type.Boolean(),
};

const OptionalDefinition = Type.Partial(Type.Object(definition));

export const CustomField = Type.Object({
  _id: Id,
  owner: Type.Enum(FIELD_OWNERS),
  /** By which calls and files name it; unique among the fields of its owner, and it never changes. */
  key: Type.String(),
  ...definition,
  version: Version,
});
export type CustomField = Type.Static<typeof CustomField>;

const FieldsReply = Type.Object({ success: Type.Boolean(), fields: Type.Array(CustomField) });
const FieldReply = Type.Object({ success: Type.Boolean(), field: CustomField });
const params = Type.Object({ id: Id });
const PATH = '/api/v1/custom-fields';

export const listCustomFieldsSchemas = {
  summary: 'The fields that the merchant has defined, in their order: all, or those of one kind of thing.',
  query: Type.Object({ owner: Type.Optional(Type.Enum(FIELD_OWNERS)) }),
  reply: FieldsReply,
} satisfies EndpointSchemas;

export const listCustomFields: Endpoint<typeof listCustomFieldsSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read', 'catalogue', 'orders'],
};

export const createCustomFieldSchemas = {
  summary: 'Define a field, as the last of its kind; 100 of a kind at most. A key that another one has: 409.',
  body: Type.Object({ owner: Type.Enum(FIELD_OWNERS), key: Key, ...OptionalDefinition.properties, name: FieldName }),
  refusals: ['key_taken', 'too_many_fields'],
  reply: FieldReply,
} satisfies EndpointSchemas;

export const createCustomField: Endpoint<typeof createCustomFieldSchemas, 'staff'> = {
  method: 'POST',
  path: PATH,
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products', 'categories'],
};

export const updateCustomFieldSchemas = {
  summary:
    'Change what is sent of a field. While it has values, its type changes only to one that has them all. Choices that are left out are removed from everything that has them. An old `version`: 409 with what is there now.',
  params,
  body: Type.Object({ ...OptionalDefinition.properties, version: Type.Optional(Version) }),
  refusals: ['not_found', 'field_in_use'],
  reply: FieldReply,
} satisfies EndpointSchemas;

export const updateCustomField: Endpoint<typeof updateCustomFieldSchemas, 'staff'> = {
  method: 'PUT',
  path: `${PATH}/{id}`,
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products', 'categories'],
};

export const orderCustomFieldsSchemas = {
  summary: 'Put the fields of one kind of thing in another order; those that aren’t named come last, in the order they have.',
  body: Type.Object({ owner: Type.Enum(FIELD_OWNERS), ids: Type.Array(Id, { maxItems: CUSTOM_FIELDS_MAX }) }),
  reply: FieldsReply,
} satisfies EndpointSchemas;

export const orderCustomFields: Endpoint<typeof orderCustomFieldsSchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/custom-field-order',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products', 'categories'],
};

export const deleteCustomFieldSchemas = {
  summary: 'Delete a field with all its values. Earlier versions of products and the activity log still have them.',
  params,
  refusals: ['not_found'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

/** It takes values from everything that has them, so an owner does it. */
export const deleteCustomField: Endpoint<typeof deleteCustomFieldSchemas, 'owner'> = {
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: 'owner',
  scopes: [],
  invalidates: ['products', 'categories'],
};

export const readFieldUsageSchemas = {
  summary:
    'How many products, categories … have a value of the field, counted to 10,000; of a choice, how many have each; which rules name it.',
  params,
  refusals: ['not_found'],
  reply: Type.Object({
    success: Type.Boolean(),
    values: Type.Integer(),
    choices: Type.Array(Type.Object({ choice: Type.String(), values: Type.Integer() })),
    /** Titles of collections whose rule names the field, the first 20: they hold no product for it once it is deleted. Absent: none. */
    collections: Type.Optional(Type.Array(Type.String())),
  }),
} satisfies EndpointSchemas;

export const readFieldUsage: Endpoint<typeof readFieldUsageSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/{id}/usage`,
  access: 'read-only',
  scopes: ['read', 'catalogue', 'orders'],
};

export const listFieldProductsSchemas = {
  summary: 'The names of products that values name, drafts too; those that are gone are left out.',
  query: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: CUSTOM_FIELDS_MAX }) }),
  reply: Type.Object({ success: Type.Boolean(), products: Type.Array(LinkedProduct) }),
} satisfies EndpointSchemas;

export const listFieldProducts: Endpoint<typeof listFieldProductsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/custom-field-products',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const uploadFieldFileSchemas = {
  summary:
    'Upload a file for a field of the type file, as the body: up to 20 MB; PDF, JPEG, PNG, WebP, TXT, CSV, DOCX, XLSX, ODT, ODS, EPUB, ZIP, MP3, MP4, STEP, STL or DXF, by its name. Its `url` is the value. What nothing has as a value is deleted after eight days.',
  query: Type.Object({ name: DownloadName }),
  refusals: ['insufficient_storage'],
  reply: Type.Object({ success: Type.Boolean(), file: LinkedFile }),
} satisfies EndpointSchemas;

export const uploadFieldFile: Endpoint<typeof uploadFieldFileSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/custom-field-files',
  access: 'staff',
  scopes: ['catalogue'],
  isUpload: 'bytes',
};
