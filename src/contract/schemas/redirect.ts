import * as Type from 'typebox';
import type { EndpointSchemas } from '../endpoint.ts';
import { REDIRECT_SEARCH_MAX_LENGTH, REDIRECT_TEXT_MAX_LENGTH } from '../limits.ts';
import { REDIRECT_REFUSALS } from '../redirect-refusals.ts';
import { Id, Pagination, PaginationQuery, SuccessResponse } from './common.ts';

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

export const listRedirects = {
  summary: 'The redirects, by the path that they lead on from. `keyword` is a part of either path.',
  query: Type.Object({ ...PaginationQuery, keyword: Type.Optional(Type.String({ maxLength: REDIRECT_SEARCH_MAX_LENGTH })) }),
  reply: Type.Object({ success: Type.Boolean(), redirects: Type.Array(Redirect), ...Pagination }),
} satisfies EndpointSchemas;

export const addRedirects = {
  summary:
    "Add redirects, one a line: a path, a blank, and the path or URL of this shop that it leads to. A `*` at the end of the first path means all paths below, at the end of the second what it matched. Shopify's file (`Redirect from,Redirect to`) is read, too. Lines that are refused are told, all others added.",
  body: Type.Object({ text: Type.String({ minLength: 1, maxLength: REDIRECT_TEXT_MAX_LENGTH, pattern: '\\S' }) }),
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), added: Type.Integer(), refused: Type.Array(RefusedLine) }),
} satisfies EndpointSchemas;

export const deleteRedirect = {
  summary: 'Delete a redirect: its path answers 404 again.',
  params: Type.Object({ id: Id }),
  reply: SuccessResponse,
  refusals: ['redirect_not_found'],
} satisfies EndpointSchemas;
