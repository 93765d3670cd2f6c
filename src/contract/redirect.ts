/** Redirects from paths that the shop doesn't have (any more), such as those of the merchant's previous shop. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Id, Pagination, PaginationQuery, SuccessResponse } from './fields.ts';
import { REDIRECT_SEARCH_MAX_LENGTH, REDIRECT_TEXT_MAX_LENGTH } from './limits.ts';

/** Why a pasted line wasn't added as a redirect. */
export const REDIRECT_REFUSALS = [
  'not_two_paths',
  'invalid_path',
  'too_long',
  'foreign_host',
  'has_query',
  'wildcard',
  'served',
  'taken',
  'loop',
  'chain',
  'too_many',
] as const;
export type RedirectRefusal = (typeof REDIRECT_REFUSALS)[number];

const PATH = '/api/v1/shop/admin/redirects';

export const Redirect = Type.Object({
  _id: Id,
  /** A path in lower case, as it is looked up: `/old/path`. */
  from: Type.String(),
  /** A path of the shop, with its query and fragment. */
  to: Type.String(),
});
export type Redirect = Type.Static<typeof Redirect>;

export const RefusedLine = Type.Object({ line: Type.Integer(), text: Type.String(), reason: Type.Enum(REDIRECT_REFUSALS) });
export type RefusedLine = Type.Static<typeof RefusedLine>;

export const listRedirectsSchemas = {
  summary: 'The redirects, by the path that they lead on from. `keyword` is a part of either path.',
  query: Type.Object({ ...PaginationQuery, keyword: Type.Optional(Type.String({ maxLength: REDIRECT_SEARCH_MAX_LENGTH })) }),
  reply: Type.Object({ success: Type.Boolean(), redirects: Type.Array(Redirect), ...Pagination }),
} satisfies EndpointSchemas;

export const listRedirects: Endpoint<typeof listRedirectsSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const exportRedirectsSchemas = {
  summary: 'All redirects as CSV, as an import reads them again. No cell begins a formula.',
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportRedirects: Endpoint<typeof exportRedirectsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${PATH}.csv`,
  access: 'read-only',
  scopes: ['read'],
  isDownload: true,
};

export const addRedirectsSchemas = {
  summary:
    "Add redirects, one a line: a path, a blank, and the path or URL of this shop that it leads to. A `*` at the end of the first path means all paths below, at the end of the second what it matched. Shopify's file (`Redirect from,Redirect to`) is read, too. Lines that are refused are told, all others added.",
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: REDIRECT_TEXT_MAX_LENGTH, pattern: '\\S' }) }),
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), added: Type.Integer(), refused: Type.Array(RefusedLine) }),
} satisfies EndpointSchemas;

export const addRedirects: Endpoint<typeof addRedirectsSchemas, 'staff'> = {
  method: 'POST',
  path: PATH,
  access: 'staff',
  scopes: [],
};

export const deleteRedirectSchemas = {
  summary: 'Delete a redirect: its path answers 404 again.',
  params: Type.Object({ id: Id }),
  reply: SuccessResponse,
  refusals: ['redirect_not_found'],
} satisfies EndpointSchemas;

export const deleteRedirect: Endpoint<typeof deleteRedirectSchemas, 'staff'> = {
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: 'staff',
  scopes: [],
};
