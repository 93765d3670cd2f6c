/** What an import is: its choices, its statuses, and what it says of each row. */
import * as Type from 'typebox';
import { FIELD_TYPES } from './custom-field-values.ts';
import { Id, Nullable } from './fields.ts';
import { IMPORT_COLUMNS_MAX, IMPORT_HOSTS_MAX } from './limits.ts';
import { Quantity } from './product-fields.ts';

/** What a file brings; found out by its first row, or chosen. */
export const IMPORT_KINDS = ['products', 'customers', 'orders', 'codes', 'pages', 'redirects'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** The program whose columns the file has; `products` means the shop's own. */
export const IMPORT_FORMATS = ['products', 'shopify', 'woocommerce'] as const;
export type ImportFormatName = (typeof IMPORT_FORMATS)[number];

/** How the product that a row changes is found. `auto`: by SKU, else by slug. `none`: each row is a new product. */
export const IMPORT_MATCHES = ['auto', 'sku', 'slug', 'none'] as const;
export type ImportMatch = (typeof IMPORT_MATCHES)[number];

/**
 * uploading → checking → ready → queued → running → done
 *                ▲         │       └─────────┴──▶ cancelled
 *                └─────────┘ (other columns)      failed: an error of the server; it can be gone on with
 */
export const IMPORT_STATUSES = ['uploading', 'checking', 'ready', 'queued', 'running', 'done', 'cancelled', 'failed'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** How a file writes numbers, by what begins the decimals. */
export const IMPORT_NUMBERS = ['point', 'comma'] as const;
export type ImportNumbers = (typeof IMPORT_NUMBERS)[number];

/**
 * What an import tells about a product that comes in: something of it was left out, shortened or guessed; it isn't shown, or has no image or
 * nothing in stock.
 */
export const IMPORT_NOTICES = ['no_stock', 'no_image', 'hidden', 'guessed', 'cut', 'dropped'] as const;
export type ImportNoticeKind = (typeof IMPORT_NOTICES)[number];

/** What becomes of a product by its row. */
export const ROW_OUTCOMES = ['created', 'updated', 'unchanged'] as const;
export type RowOutcome = (typeof ROW_OUTCOMES)[number];

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
  /** What the file brings. Absent: as it is. */
  kind: Type.Optional(Type.Enum(IMPORT_KINDS)),
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
  /** What it alone can be read as besides: a custom field of its title, and an attribute. Absent: nothing. */
  own: Type.Optional(Type.Array(Type.String())),
});

/** A custom field of products; its name as a field of a column is `field:` and its key. */
const ImportedField = Type.Object({
  key: Type.String(),
  name: Type.String(),
  type: Type.Enum(FIELD_TYPES),
  /** The import makes it, of the narrowest type that all of the column's values have; until the team says so, customers don't see it. */
  isNew: Type.Boolean(),
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
export const ImportNotice = Type.Object({
  ...ImportError.properties,
  kind: Type.Enum(IMPORT_NOTICES),
  /** The host that has to be allowed for the row's images; absent: that isn't what they lack. */
  host: Type.Optional(Type.String()),
});
export type ImportNotice = Type.Static<typeof ImportNotice>;

const Summary = {
  _id: Id,
  /** Null: the file hasn't been looked at. */
  kind: Nullable(Type.Enum(IMPORT_KINDS)),
  fileName: Type.String(),
  /** Bytes. */
  size: Type.Integer(),
  status: Type.Enum(IMPORT_STATUSES),
  /** How much of the file has been read, 0 to 1. */
  progress: Type.Number(),
  /** Products, customers and so on that were created or changed so far; while the file is being checked, those that would be. */
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

export const ImportSummary = Type.Object(Summary);
export type ImportSummary = Type.Static<typeof ImportSummary>;

const ProductImport = Type.Object({
  ...Summary,
  ...Choices,
  /** Whose columns a file of this kind can have. */
  formats: Type.Array(Type.Enum(IMPORT_FORMATS)),
  /** Of an import of customers: how many of them have no password yet and weren't invited. */
  invitable: Type.Optional(Type.Integer()),
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
  /** The custom fields of products: those that columns become, and all others that they can become. */
  customFields: Type.Optional(Type.Array(ImportedField)),
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

export const ImportReply = Type.Object({
  success: Type.Boolean(),
  import: ProductImport,
  /** The first hundred. */
  errors: Type.Array(ImportError),
  errorCount: Type.Integer(),
  /** A page of a hundred. While a file is being checked or imported: none. */
  notices: Type.Array(ImportNotice),
  noticeCounts: Type.Array(Type.Object({ kind: Type.Enum(IMPORT_NOTICES), count: Type.Integer() })),
});

export const params = Type.Object({ id: Id });
