import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { IMPORT_COLUMNS_MAX, IMPORT_HOSTS_MAX, IMPORT_NAME_MAX_LENGTH } from '../limits.ts';
import {
  IMPORT_FORMATS,
  IMPORT_MATCHES,
  IMPORT_NOTICES,
  IMPORT_NUMBERS,
  IMPORT_STATUSES,
  ROW_OUTCOMES,
} from '../product-import-choices.ts';
import { CsvFile, Id } from './common.ts';
import { Quantity } from './product-fields.ts';

const Nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const When = Type.String({ format: 'date-time' });
const ColumnTitle = Type.String({ maxLength: 1000 });

/** What the merchant chooses before an import. */
const Choices = {
  /** Whose columns the file has. */
  format: Type.Enum(IMPORT_FORMATS),
  /** By what a row finds the product that it changes. */
  match: Type.Enum(IMPORT_MATCHES),
  /** The file's images replace those of existing products; otherwise only new products get images. */
  replacesImages: Type.Boolean(),
  /** Missing categories are created; otherwise their rows are refused. */
  createsCategories: Type.Boolean(),
};

export const ImportChoices = Type.Object({
  ...Choices,
  /** Column titles by the name of the format's field. Absent: as recognized automatically. */
  mapping: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), ColumnTitle, { maxProperties: IMPORT_COLUMNS_MAX })),
  /** How the file writes numbers. Absent or null: as recognized automatically. */
  numbers: Type.Optional(Nullable(Type.Enum(IMPORT_NUMBERS))),
  /** How many there are of what the file doesn't count. Absent or null: it isn't said, and such new products come in sold out. */
  uncountedStock: Type.Optional(Nullable(Quantity)),
  /** New products without an image come in as drafts. */
  hidesImageless: Type.Optional(Type.Boolean()),
  /** From which hosts images are fetched. */
  imageHosts: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { maxItems: IMPORT_HOSTS_MAX }),
});
export type ImportChoices = Type.Static<typeof ImportChoices>;

const ImportColumn = Type.Object({
  title: Type.String(),
  /** The format's field that it is read as; null: it isn't imported. */
  field: Nullable(Type.String()),
  /** What the first rows have in it. */
  example: Type.String(),
});

/** One field of an imported product as text, shortened if it is long. `before` is null for a new product. */
const ImportedValue = Type.Object({ field: Type.String(), before: Nullable(Type.String()), after: Type.String() });
export type ImportedValue = Type.Static<typeof ImportedValue>;

const ImportSample = Type.Object({
  row: Type.Integer(),
  name: Type.String(),
  outcome: Type.Enum(ROW_OUTCOMES),
  values: Type.Array(ImportedValue),
});
export type ImportSample = Type.Static<typeof ImportSample>;

export const ImportError = Type.Object({
  /** As a spreadsheet counts: the header is row 1. */
  row: Type.Integer(),
  /** As the file titles it; empty: the whole row. */
  column: Type.String(),
  reason: Type.String(),
  name: Type.String(),
});
export type ImportError = Type.Static<typeof ImportError>;

/** What is told of a product that comes in. */
export const ImportNotice = Type.Object({ ...ImportError.properties, kind: Type.Enum(IMPORT_NOTICES) });
export type ImportNotice = Type.Static<typeof ImportNotice>;

const Summary = {
  _id: Id,
  fileName: Type.String(),
  /** Bytes. */
  size: Type.Integer(),
  status: Type.Enum(IMPORT_STATUSES),
  /** How much of the file has been read, 0 to 1. */
  progress: Type.Number(),
  /** Products that were created or changed so far; while the file is being checked, products that would be. */
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  refused: Type.Integer(),
  /** Why the file can't be imported, or why the import stopped. */
  problem: Nullable(Type.String()),
  by: Type.String(),
  createdAt: When,
  finishedAt: Nullable(When),
  /** The upload is still there, and with it the file of refused rows. */
  hasFile: Type.Boolean(),
};

const ImportSummary = Type.Object(Summary);
export type ImportSummary = Type.Static<typeof ImportSummary>;

const ProductImport = Type.Object({
  ...Summary,
  ...Choices,
  /** How numbers are read, as was chosen; null: as recognized. */
  numbers: Nullable(Type.Enum(IMPORT_NUMBERS)),
  recognizedNumbers: Type.Enum(IMPORT_NUMBERS),
  /** New products of which the file doesn't say how many there are. */
  uncountedCount: Type.Integer(),
  uncountedStock: Nullable(Type.Integer()),
  hidesImageless: Type.Boolean(),
  encoding: Type.String(),
  columns: Type.Array(ImportColumn),
  /** The fields that a column can be. */
  fields: Type.Array(Type.Object({ name: Type.String(), isRequired: Type.Boolean() })),
  /** The hosts of images in the file, and how many there are on each, where products need them. */
  hosts: Type.Array(Type.Object({ host: Type.String(), images: Type.Integer(), isAllowed: Type.Boolean() })),
  /** The first of those that are made. */
  newCategories: Type.Array(Type.String()),
  /** How many there are. */
  newCategoryCount: Type.Integer(),
  samples: Type.Array(ImportSample),
  startedAt: Nullable(When),
});
export type ProductImport = Type.Static<typeof ProductImport>;

const ImportReply = Type.Object({
  success: Type.Boolean(),
  import: ProductImport,
  /** The first hundred. */
  errors: Type.Array(ImportError),
  errorCount: Type.Integer(),
  /** A page of a hundred. While a file is being checked or imported: none. */
  notices: Type.Array(ImportNotice),
  noticeCounts: Type.Array(Type.Object({ kind: Type.Enum(IMPORT_NOTICES), count: Type.Integer() })),
});

const params = Type.Object({ id: Id });

export const uploadProductImport = {
  summary:
    'Upload a CSV file of products: the body is the file as it is. It is looked at in the background, and nothing of it is imported yet.',
  query: Type.Object({ fileName: Type.String({ minLength: 1, maxLength: IMPORT_NAME_MAX_LENGTH }) }),
  refusals: ['import_too_large', 'insufficient_storage'],
  reply: ImportReply,
} satisfies EndpointSchemas;

export const listProductImports = {
  summary: 'The latest twenty imports.',
  reply: Type.Object({ success: Type.Boolean(), imports: Type.Array(ImportSummary) }),
} satisfies EndpointSchemas;

export const readProductImport = {
  summary:
    'How far an import is: before it begins what would become of the file, afterwards what became of it. `notice` asks for the notices of one kind.',
  params,
  query: Type.Object({
    notice: Type.Optional(Type.Enum(IMPORT_NOTICES)),
    noticePage: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  }),
  reply: ImportReply,
} satisfies EndpointSchemas;

export const updateProductImport = {
  summary: 'Choose other columns, or how products are found, before an import begins. The file is looked at anew.',
  params,
  body: ImportChoices,
  refusals: ['import_closed'],
  reply: ImportReply,
} satisfies EndpointSchemas;

export const startProductImport = {
  summary: 'Import the file in the background, after those that were started before. One that has failed goes on where it stopped.',
  params,
  refusals: ['import_closed'],
  reply: ImportReply,
} satisfies EndpointSchemas;

export const cancelProductImport = {
  summary: 'End an import after the products that it is at. What was imported stays.',
  params,
  refusals: ['import_closed'],
  reply: ImportReply,
} satisfies EndpointSchemas;

export const exportRefusedRows = {
  summary: 'The refused rows as they were in the file, each with its place, column and reason, to be mended and uploaded again.',
  params,
  refusals: ['import_closed'],
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportImportSample = {
  summary: "A small file with the shop's own columns, to fill in and upload.",
  reply: CsvFile,
} satisfies EndpointSchemas;
