/** Invoices and credit notes of orders: for their customers, by login or by a guest's link, and for the team. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Day, Id, KeysetPagination, KeysetQuery, Nullable, PdfFile, SingleLine, SuccessResponse, Version } from './fields.ts';
import { DOCUMENT_NOTE_MAX_LENGTH, DOCUMENT_NUMBER_MAX, ORDER_TEXTS_MAX, SLUG_MAX_LENGTH, TAX_NUMBER_MAX_LENGTH } from './limits.ts';
import { OrderSignature } from './order.ts';

export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** When an order's invoice is made. */
export const INVOICE_TIMES = ['paid', 'shipped'] as const;
export const PAPERS = ['A4', 'Letter'] as const;

export const OrderDocument = Type.Object({
  _id: Id,
  kind: Type.Enum(DOCUMENT_KINDS),
  number: Type.String(),
  date: Day,
  currency: Type.String(),
  net: Type.Number(),
  tax: Type.Number(),
  gross: Type.Number(),
  /** The number of the document that it corrects; null: none. */
  corrects: Nullable(Type.String()),
});
export type OrderDocument = Type.Static<typeof OrderDocument>;

/** As the team's list has it. */
export const ListedDocument = Type.Object({
  ...OrderDocument.properties,
  order: Type.Object({ _id: Id, number: Type.Integer() }),
  /** Empty once the law no longer asks for the name. */
  customer: Type.String(),
  /** ISO 3166; null: the order doesn't say. */
  country: Nullable(Type.String()),
});
export type ListedDocument = Type.Static<typeof ListedDocument>;

const Documents = Type.Object({ success: Type.Boolean(), documents: Type.Array(OrderDocument) });
const params = Type.Object({ id: Id });
const documentParams = Type.Object({ id: Id, document: Id });
const bySignature = Type.Object({ signature: OrderSignature });
const OWN = '/api/v1/order/orders/{id}/documents';
const GUEST = '/api/v1/order/guest/orders/{id}/documents';
const ADMIN = '/api/v1/order/admin/documents';

export const readOrderDocumentsSchemas = {
  summary: "The invoice and the credit notes of one of the caller's own orders.",
  params,
  refusals: ['order_not_found'],
  reply: Documents,
} satisfies EndpointSchemas;

export const readOrderDocuments: Endpoint<typeof readOrderDocumentsSchemas, 'user'> = { method: 'GET', path: OWN, access: 'user' };

export const downloadOrderDocumentSchemas = {
  summary: 'One of them as PDF/A-3, with the same as EN 16931 (Factur-X) in it where the addresses are complete. The same bytes each time.',
  params: documentParams,
  refusals: ['order_not_found', 'not_found'],
  reply: PdfFile,
} satisfies EndpointSchemas;

export const downloadOrderDocument: Endpoint<typeof downloadOrderDocumentSchemas, 'user'> = {
  method: 'GET',
  path: `${OWN}/{document}`,
  access: 'user',
  isDownload: 'pdf',
};

export const readGuestDocumentsSchemas = {
  summary: "The same of a guest's order, by the signature of its link.",
  params,
  body: bySignature,
  refusals: ['order_not_found'],
  reply: Documents,
} satisfies EndpointSchemas;

export const readGuestDocuments: Endpoint<typeof readGuestDocumentsSchemas, 'public'> = { method: 'POST', path: GUEST, access: 'public' };

export const downloadGuestDocumentSchemas = {
  summary: "A guest's document as PDF, by the signature of the order's link.",
  params: documentParams,
  body: bySignature,
  refusals: ['order_not_found', 'not_found'],
  reply: PdfFile,
} satisfies EndpointSchemas;

export const downloadGuestDocument: Endpoint<typeof downloadGuestDocumentSchemas, 'public'> = {
  method: 'POST',
  path: `${GUEST}/{document}`,
  access: 'public',
  isDownload: 'pdf',
};

/** Which documents a list has. */
const ListFilter = {
  kind: Type.Optional(Type.Enum(DOCUMENT_KINDS)),
  /** The documents of one order. */
  order: Type.Optional(Id),
  /** Dated from this day on, and on no later day than that, by the shop's calendar. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
};
export type DocumentFilter = Partial<{ kind: DocumentKind; order: string; from: string; to: string }>;

export const listDocumentsSchemas = {
  summary: 'All invoices and credit notes, newest first.',
  query: Type.Object({ ...KeysetQuery, ...ListFilter }),
  reply: Type.Object({ success: Type.Boolean(), documents: Type.Array(ListedDocument), ...KeysetPagination }),
} satisfies EndpointSchemas;

export const listDocuments: Endpoint<typeof listDocumentsSchemas, 'read-only'> = {
  method: 'GET',
  path: ADMIN,
  access: 'read-only',
  scopes: ['read', 'orders'],
};

export const exportDocumentsSchemas = {
  summary: 'The documents of a period as CSV for bookkeeping, newest first: sums by tax rate, credit notes negative.',
  query: Type.Object(ListFilter),
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportDocuments: Endpoint<typeof exportDocumentsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${ADMIN}.csv`,
  access: 'read-only',
  scopes: ['read', 'orders'],
  isDownload: true,
};

export const downloadAnyDocumentSchemas = {
  summary: 'Any document as PDF.',
  params,
  refusals: ['not_found'],
  reply: PdfFile,
} satisfies EndpointSchemas;

export const downloadAnyDocument: Endpoint<typeof downloadAnyDocumentSchemas, 'read-only'> = {
  method: 'GET',
  path: `${ADMIN}/{id}`,
  access: 'read-only',
  scopes: ['read', 'orders'],
  isDownload: 'pdf',
};

export const createInvoiceSchemas = {
  summary: 'Make the invoice of a paid order that has none, such as one from before invoices were on. One that has it: nothing changes.',
  params,
  refusals: ['order_not_found', 'wrong_order_status', 'invoices_off'],
  reply: Documents,
} satisfies EndpointSchemas;

export const createInvoice: Endpoint<typeof createInvoiceSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/order/admin/orders/{id}/invoice',
  access: 'staff',
  scopes: ['orders'],
};

/** Up to ten capital letters or digits, and a dash or slash at the end or none. */
const Prefix = Type.String({ maxLength: 11, pattern: '^([A-Z][A-Z0-9]{0,9}[-/]?)?$' });

export const InvoiceSettings = Type.Object({
  isOn: Type.Boolean(),
  madeWhen: Type.Enum(INVOICE_TIMES),
  invoicePrefix: Prefix,
  creditNotePrefix: Prefix,
  /** The seller's; one of the two is required while invoices are on. */
  vatId: SingleLine(TAX_NUMBER_MAX_LENGTH),
  taxNumber: SingleLine(TAX_NUMBER_MAX_LENGTH),
  /** On each document, in several lines. */
  note: Type.String({ maxLength: DOCUMENT_NOTE_MAX_LENGTH }),
  /** Why no tax is due, on documents without tax. */
  untaxedNote: SingleLine(200),
  paper: Type.Enum(PAPERS),
  /** Documents are attached to the emails about the order. */
  isAttached: Type.Boolean(),
});
export type InvoiceSettings = Type.Static<typeof InvoiceSettings>;

export const DEFAULT_INVOICE_SETTINGS: InvoiceSettings = {
  isOn: false,
  madeWhen: 'paid',
  invoicePrefix: 'INV-',
  creditNotePrefix: 'CN-',
  vatId: '',
  taxNumber: '',
  note: '',
  untaxedNote: '',
  paper: 'A4',
  isAttached: true,
};

const NextNumber = Type.Integer({ minimum: 1, maximum: DOCUMENT_NUMBER_MAX });

const SettingsReply = {
  settings: InvoiceSettings,
  /** This year's next numbers, and how the next invoice will be numbered. */
  nextInvoice: NextNumber,
  nextCreditNote: NextNumber,
  nextInvoiceNumber: Type.String(),
  /** Numbers have been drawn this year, so that the next one can't be set. */
  isInvoiceNumberFixed: Type.Boolean(),
  isCreditNoteNumberFixed: Type.Boolean(),
  version: Version,
};

const SETTINGS_PATH = '/api/v1/shop/invoices';

export const readInvoiceSettingsSchemas = {
  summary: 'Whether the shop makes invoices, when, and what is on them.',
  reply: Type.Object({ success: Type.Boolean(), ...SettingsReply }),
} satisfies EndpointSchemas;

export const readInvoiceSettings: Endpoint<typeof readInvoiceSettingsSchemas, 'read-only'> = {
  method: 'GET',
  path: SETTINGS_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateInvoiceSettingsSchemas = {
  summary:
    'Change that for orders that are paid from now on. Next numbers can be set until a number was drawn this year. An old `version`: 409.',
  body: Type.Object({
    ...InvoiceSettings.properties,
    nextInvoice: Type.Optional(NextNumber),
    nextCreditNote: Type.Optional(NextNumber),
    version: Type.Optional(Version),
  }),
  refusals: ['version_conflict'],
  reply: Type.Object({ ...SuccessResponse.properties, ...SettingsReply }),
} satisfies EndpointSchemas;

export const updateInvoiceSettings: Endpoint<typeof updateInvoiceSettingsSchemas, 'staff'> = {
  method: 'PUT',
  path: SETTINGS_PATH,
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};

/** Pages whose text each order keeps as it was, such as terms and the right of withdrawal, by their slugs. */
export const OrderTexts = Type.Object({
  pages: Type.Array(Type.String({ minLength: 1, maxLength: SLUG_MAX_LENGTH }), { maxItems: ORDER_TEXTS_MAX, uniqueItems: true }),
});
export type OrderTexts = Type.Static<typeof OrderTexts>;

const TEXTS_PATH = '/api/v1/shop/order-texts';

export const readOrderTextsSchemas = {
  summary: 'Which pages each order keeps as they were, and its confirmation has attached.',
  reply: Type.Object({ success: Type.Boolean(), texts: OrderTexts, version: Version }),
} satisfies EndpointSchemas;

export const readOrderTexts: Endpoint<typeof readOrderTextsSchemas, 'read-only'> = {
  method: 'GET',
  path: TEXTS_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const updateOrderTextsSchemas = {
  summary: 'Change that for orders that are made from now on. A page that is no published one: 400. An old `version`: 409.',
  body: Type.Object({ ...OrderTexts.properties, version: Type.Optional(Version) }),
  refusals: ['version_conflict'],
  reply: Type.Object({ ...SuccessResponse.properties, texts: OrderTexts, version: Version }),
} satisfies EndpointSchemas;

export const updateOrderTexts: Endpoint<typeof updateOrderTextsSchemas, 'staff'> = {
  method: 'PUT',
  path: TEXTS_PATH,
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};
