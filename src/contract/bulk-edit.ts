/** Changes of many products at once: previewed first, run in the background, and undone if wanted. */
import * as Type from 'typebox';
import { MINIMUM_AGE } from './checkout-fields.ts';
import { CustomFields, CustomValue } from './custom-field-values.ts';
import { HandlingDays } from './dispatch.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Dollars, dollars, Id, Nullable, SingleLine } from './fields.ts';
import { BULK_IDS_MAX, FIELD_KEY_MAX_LENGTH, STOCK_MAX, VENDOR_MAX_LENGTH } from './limits.ts';
import { BrandName, MakerKey, Tag } from './product-details.ts';
import { Attribute, Attributes, CONDITIONS, PRODUCT_STATUSES } from './product-fields.ts';
import { ProductTableFilter } from './product-table.ts';
import { StockPolicyInput } from './stock-policy.ts';
import { TaxClass } from './tax.ts';

/** To the cent, to the nearest price that ends in .99, to whole dollars. */
export const PRICE_ROUNDINGS = ['cent', 'ninety_nine', 'dollar'] as const;
export type PriceRounding = (typeof PRICE_ROUNDINGS)[number];

/** Why a product stays as it is. */
export const BULK_REFUSALS = [
  'gone',
  'price_too_low',
  'price_too_high',
  'has_options',
  'is_bundle',
  'in_bundle',
  'stock_too_low',
  'stock_too_high',
  'category_gone',
  'too_many_categories',
  'is_main_category',
  'too_many_attributes',
  'too_many_tags',
  'field_gone',
  'maker_gone',
  'changed_since',
  'slug_taken',
  'sku_taken',
  'images_gone',
  'exists',
] as const;
export type BulkRefusal = (typeof BULK_REFUSALS)[number];

const Percent = dollars({ minimum: -100, maximum: 1000 });
const Amount = dollars({ minimum: -999_999.99, maximum: 999_999.99 });
const Rounding = Type.Enum(PRICE_ROUNDINGS);

export const BulkChange = Type.Union([
  Type.Object({ field: Type.Literal('price'), by: Type.Literal('percent'), value: Percent, rounding: Rounding }),
  Type.Object({ field: Type.Literal('price'), by: Type.Literal('amount'), value: Amount, rounding: Rounding }),
  Type.Object({ field: Type.Literal('category'), category: Id }),
  /** A category besides the main one that each product gets or leaves. */
  Type.Object({ field: Type.Literal('furtherCategory'), by: Type.Enum(['add', 'remove']), category: Id }),
  Type.Object({ field: Type.Literal('status'), status: Type.Enum(PRODUCT_STATUSES) }),
  Type.Object({ field: Type.Literal('stock'), by: Type.Literal('set'), value: Type.Integer({ minimum: 0, maximum: STOCK_MAX }) }),
  Type.Object({ field: Type.Literal('stock'), by: Type.Literal('add'), value: Type.Integer({ minimum: -STOCK_MAX, maximum: STOCK_MAX }) }),
  /** Of each product, or all of its variants. */
  Type.Object({ field: Type.Literal('policy'), stock: StockPolicyInput }),
  /** A name and value, such as a tag, that is added to each product or removed from it. */
  Type.Object({ field: Type.Literal('attribute'), by: Type.Enum(['add', 'remove']), attribute: Attribute }),
  /** By its name; empty: none. One that no brand has yet makes a brand. */
  Type.Object({ field: Type.Literal('brand'), brand: Type.Union([Type.Literal(''), BrandName]) }),
  /** Empty: none. */
  Type.Object({ field: Type.Literal('vendor'), vendor: SingleLine(VENDOR_MAX_LENGTH) }),
  /** In any case. */
  Type.Object({ field: Type.Literal('tag'), by: Type.Enum(['add', 'remove']), tag: Tag }),
  /** Of each product, not of variants that have their own; null: none. */
  Type.Object({ field: Type.Literal('cost'), cost: Type.Union([Type.Null(), Dollars]) }),
  Type.Object({ field: Type.Literal('condition'), condition: Type.Union([Type.Literal(''), Type.Enum(CONDITIONS)]) }),
  /** Of each product, not of variants that have their own; empty: the standard one. */
  Type.Object({ field: Type.Literal('taxClass'), taxClass: Type.Union([Type.Literal(''), TaxClass]) }),
  /** In years; null: anybody may buy it. */
  Type.Object({
    field: Type.Literal('minimumAge'),
    minimumAge: Nullable(Type.Integer({ minimum: MINIMUM_AGE.min, maximum: MINIMUM_AGE.max })),
  }),
  /** `2`, or `3-5` working days; empty: what the shop takes. */
  Type.Object({ field: Type.Literal('handlingDays'), handlingDays: Type.Union([Type.Literal(''), HandlingDays]) }),
  /** The key of a manufacturer; empty: its brand's. */
  Type.Object({ field: Type.Literal('maker'), maker: Type.Union([Type.Literal(''), MakerKey]) }),
  /** Of each product: the value of one of the merchant's fields; null clears it. */
  Type.Object({ field: Type.Literal('custom'), key: Type.String({ maxLength: FIELD_KEY_MAX_LENGTH }), value: Nullable(CustomValue) }),
  Type.Object({ field: Type.Literal('delete') }),
]);
export type BulkChange = Type.Static<typeof BulkChange>;

/** Either `ids` or `filter`: these products, or all that the filter matches. */
export const BulkSelection = Type.Object({
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: BULK_IDS_MAX })),
  filter: Type.Optional(ProductTableFilter),
});
export type BulkSelection = Type.Static<typeof BulkSelection>;

/** The values of one product that the change is about. */
const BulkValues = Type.Object({
  /** If the product has options, the lowest price of its variants. */
  price: Type.Optional(Type.Number()),
  category: Type.Optional(Id),
  furtherCategories: Type.Optional(Type.Array(Id)),
  status: Type.Optional(Type.Enum(PRODUCT_STATUSES)),
  /** How many are there. */
  quantity: Type.Optional(Type.Integer()),
  /** Of a product with options, that of its first variant which changes. */
  stock: Type.Optional(StockPolicyInput),
  attributes: Type.Optional(Attributes),
  /** Null, here and below: none. */
  brand: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  vendor: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  tags: Type.Optional(Type.Array(Type.String())),
  cost: Type.Optional(Type.Union([Type.Null(), Type.Number()])),
  condition: Type.Optional(Type.Union([Type.Null(), Type.Enum(CONDITIONS)])),
  taxClass: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  minimumAge: Type.Optional(Nullable(Type.Integer())),
  handlingDays: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  maker: Type.Optional(Type.Union([Type.Null(), Type.String()])),
  customFields: Type.Optional(CustomFields),
});
export type BulkValues = Type.Static<typeof BulkValues>;

const Refused = Type.Object({ _id: Id, name: Type.String(), reason: Type.Enum(BULK_REFUSALS) });

const BulkPreview = Type.Object({
  success: Type.Boolean(),
  /** Number of selected products, counted up to 10,000. */
  total: Type.Integer(),
  isAbout: Type.Boolean(),
  /** How many of them the numbers below are about: the first ones. */
  examined: Type.Integer(),
  changed: Type.Integer(),
  /** Products that already have the new value. */
  unchanged: Type.Integer(),
  refused: Type.Integer(),
  /** The first few products that change, and the first few that can't. */
  changes: Type.Array(Type.Object({ _id: Id, name: Type.String(), before: BulkValues, after: BulkValues })),
  refusals: Type.Array(Refused),
});
export type BulkPreview = Type.Static<typeof BulkPreview>;

const BulkEdit = Type.Object({
  _id: Id,
  change: Type.Union([BulkChange, Type.Object({ field: Type.Literal('undo') })]),
  /** Id of the edit that this one undoes; null: it is no undo. */
  undoOf: Type.Union([Id, Type.Null()]),
  /** It was undone, or is being undone. */
  isUndone: Type.Boolean(),
  status: Type.Union([Type.Literal('running'), Type.Literal('done')]),
  /** Products when it began, counted to 10,000. */
  total: Type.Integer(),
  isAbout: Type.Boolean(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  refused: Type.Integer(),
  by: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
});
export type BulkEdit = Type.Static<typeof BulkEdit>;

const EditReply = Type.Object({ success: Type.Boolean(), edit: BulkEdit });

export const previewBulkEditSchemas = {
  summary: 'What a bulk edit would make of the products, and what it refuses; nothing is changed.',
  body: Type.Object({ ...BulkSelection.properties, change: BulkChange }),
  reply: BulkPreview,
} satisfies EndpointSchemas;

/** What the change would do to the products; nothing is written. */
export const previewBulkEdit: Endpoint<typeof previewBulkEditSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/bulk-preview',
  access: 'staff',
  scopes: ['catalogue'],
};

export const startBulkEditSchemas = {
  summary: 'Change many products, page by page in the background. The same `id` again starts nothing and answers how far it is.',
  body: Type.Object({ id: Id, ...BulkSelection.properties, change: BulkChange }),
  reply: EditReply,
} satisfies EndpointSchemas;

/** Goes on after the caller has disconnected. A second call with the same `id` starts nothing. */
export const startBulkEdit: Endpoint<typeof startBulkEditSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/bulk-edits',
  access: 'staff',
  scopes: ['catalogue'],
};

export const listBulkEditsSchemas = {
  summary: 'The latest twenty bulk edits of a week.',
  reply: Type.Object({ success: Type.Boolean(), edits: Type.Array(BulkEdit) }),
} satisfies EndpointSchemas;

export const listBulkEdits: Endpoint<typeof listBulkEditsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/bulk-edits',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const readBulkEditSchemas = {
  summary: 'How far a bulk edit is, and the first hundred products that it refused.',
  params: Type.Object({ id: Id }),
  refusals: ['not_found'],
  reply: Type.Object({ ...EditReply.properties, refusals: Type.Array(Refused) }),
} satisfies EndpointSchemas;

export const readBulkEdit: Endpoint<typeof readBulkEditSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/bulk-edits/{id}',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const undoBulkEditSchemas = {
  summary: 'Give back what a bulk edit has changed, where it is still so. Deleted products come back within a day.',
  params: Type.Object({ id: Id }),
  refusals: ['not_found'],
  reply: EditReply,
} satisfies EndpointSchemas;

/** The undo is a bulk edit itself. Products that were changed again since the first one are left as they are. */
export const undoBulkEdit: Endpoint<typeof undoBulkEditSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/bulk-edits/{id}/undo',
  access: 'staff',
  scopes: ['catalogue'],
};
