/** The notice of the legal guarantee of conformity, which sellers in the European Union show from 27 September 2026 on (Regulation (EU) 2025/1960). */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { SingleLine, Version } from './fields.ts';
import { FIELD_URL_MAX_LENGTH } from './limits.ts';

const PATH = '/api/v1/shop/legal-guarantee';

/** The official file in one language, as the merchant uploaded it. It is shown unchanged. */
const NoticeFile = Type.Object({
  /** Of ISO 639-1: two small letters. */
  language: Type.String({ pattern: '^[a-z]{2}$' }),
  /** The address that upload-field-file returned: PNG, JPEG, WebP or PDF. */
  url: Type.Intersect([SingleLine(FIELD_URL_MAX_LENGTH), Type.String({ minLength: 1 })]),
});
export type NoticeFile = Type.Static<typeof NoticeFile>;

export const LegalGuarantee = Type.Object({
  /** It is linked to from each page, the checkout and each product. */
  isOn: Type.Boolean(),
  /** In the order in which the page shows them; one a language. */
  files: Type.Array(NoticeFile, { maxItems: 30 }),
});
export type LegalGuarantee = Type.Static<typeof LegalGuarantee>;

/**
 * How many years it lasts at least, where a country's law says more than the Union's two. From its day on; `source`: where that was read, on `readOn`. Of a
 * country that isn't here the notice says two years at least, and that some laws give more.
 */
export const LONGER_GUARANTEES = [
  { country: 'ES', years: 3, from: '2022-01-01', source: 'portal-cec.consumo.gob.es (ECC Spain)', readOn: '2026-11-27' },
] as const;
export const GUARANTEE_YEARS = 2;

export const readLegalGuaranteeSchemas = {
  summary: 'The files of the notice of the legal guarantee. In a shop that doesn’t show it: 404.',
  refusals: ['not_found'],
  reply: Type.Object({ success: Type.Boolean(), files: LegalGuarantee.properties.files }),
} satisfies EndpointSchemas;

export const readLegalGuarantee: Endpoint<typeof readLegalGuaranteeSchemas, 'public'> = {
  method: 'GET',
  path: PATH,
  access: 'public',
  cache: 'shared',
};

const AdminReply = Type.Object({ success: Type.Boolean(), guarantee: LegalGuarantee, version: Version });

export const readGuaranteeSettingsSchemas = {
  summary: 'The notice of the legal guarantee as it is set up.',
  reply: AdminReply,
} satisfies EndpointSchemas;

export const readGuaranteeSettings: Endpoint<typeof readGuaranteeSettingsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}/settings`,
  access: 'read-only',
  scopes: ['read'],
};

export const updateGuaranteeSettingsSchemas = {
  summary: 'Set up the notice of the legal guarantee. Two files of one language, a file that wasn’t uploaded: 400. An old `version`: 409.',
  body: Type.Object({ ...LegalGuarantee.properties, version: Type.Optional(Version) }),
  reply: AdminReply,
} satisfies EndpointSchemas;

export const updateGuaranteeSettings: Endpoint<typeof updateGuaranteeSettingsSchemas, 'staff'> = {
  method: 'PUT',
  path: `${PATH}/settings`,
  access: 'staff',
  scopes: [],
  invalidates: ['settings'],
};
