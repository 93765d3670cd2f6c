/** Drafts of the texts that the law asks of a shop: which there are, and how what a merchant has to fill in is marked in them. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Nullable, SuccessResponse } from './fields.ts';

/** In the order in which they are listed. */
export const LEGAL_TEXT_KINDS = [
  'imprint',
  'terms',
  'withdrawal',
  'privacy',
  'shipping_payment',
  'accessibility',
  'commercial_transactions',
] as const;
export type LegalTextKind = (typeof LEGAL_TEXT_KINDS)[number];

/** `[[Fill in: the register number]]` and `[[Draft: …]]`, in any case. No page is published while it has one. */
const GAP = /\[\[\s*(?:fill in|draft)\s*:[^\]\n]{0,300}\]\]/giu;

/** What is left to fill in, as it is written, in its order. */
export const listGaps = (text: string): string[] => text.match(GAP) ?? [];

export const LegalText = Type.Object({
  kind: Type.Enum(LEGAL_TEXT_KINDS),
  /** Of the page, or what it would be called. */
  title: Type.String(),
  /** Of its page; null: there is none. */
  page: Nullable(Id),
  slug: Type.String(),
  status: Type.Enum(['missing', 'draft', 'published'] as const),
  /** How many gaps are left in it. */
  gaps: Type.Integer({ minimum: 0 }),
});
export type LegalText = Type.Static<typeof LegalText>;

const PATH = '/api/v1/shop/law/texts';

export const listLegalTextsSchemas = {
  summary: 'The texts that the law asks for where the shop sells, and what is there of them.',
  reply: Type.Object({ success: Type.Boolean(), texts: Type.Array(LegalText) }),
} satisfies EndpointSchemas;

export const listLegalTexts: Endpoint<typeof listLegalTextsSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const createLegalTextsSchemas = {
  summary:
    'Make a draft page of each text that is missing, filled with what the shop knows; the rest is marked as gaps. A page that is there stays as it is.',
  reply: Type.Object({ ...SuccessResponse.properties, created: Type.Integer({ minimum: 0 }), texts: Type.Array(LegalText) }),
} satisfies EndpointSchemas;

export const createLegalTexts: Endpoint<typeof createLegalTextsSchemas, 'staff'> = {
  method: 'POST',
  path: PATH,
  access: 'staff',
  scopes: [],
  invalidates: ['texts'],
};
