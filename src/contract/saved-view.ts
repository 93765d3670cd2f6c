/** What somebody of the team saved of a list: its filters, sorting and columns, under a name. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Nullable, SingleLine } from './fields.ts';
import { VIEW_COLUMNS_MAX, VIEW_NAME_MAX_LENGTH, VIEW_QUERY_MAX_LENGTH } from './limits.ts';

/** The lists that have saved views. */
export const VIEW_LISTS = ['products', 'orders', 'customers'] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

const PATH = '/api/v1/saved-views';

const List = Type.Enum(VIEW_LISTS);

const fields = {
  name: Type.String({ maxLength: VIEW_NAME_MAX_LENGTH, pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Zl}\\p{Zp}]*$' }),
  /** Filters and sorting, as the URL of the list has them, without the question mark. */
  query: SingleLine(VIEW_QUERY_MAX_LENGTH),
  /** The shown columns in their order; null: those that each browser shows. */
  columns: Nullable(Type.Array(Type.String({ pattern: '^[a-zA-Z]{1,30}$' }), { maxItems: VIEW_COLUMNS_MAX, uniqueItems: true })),
};

export const SavedView = Type.Object({
  _id: Id,
  list: List,
  name: Type.String(),
  query: Type.String(),
  columns: Nullable(Type.Array(Type.String())),
  /** For everybody in the team; otherwise for the caller alone. */
  isShared: Type.Boolean(),
});
export type SavedView = Type.Static<typeof SavedView>;

const ViewsReply = Type.Object({ success: Type.Boolean(), views: Type.Array(SavedView) });

export const listSavedViewsSchemas = {
  summary: "The saved views of a list: the caller's own and everybody's, by name.",
  query: Type.Object({ list: List }),
  reply: ViewsReply,
} satisfies EndpointSchemas;

export const listSavedViews: Endpoint<typeof listSavedViewsSchemas, 'read-only'> = {
  method: 'GET',
  path: PATH,
  access: 'read-only',
  scopes: [],
};

export const createSavedViewSchemas = {
  summary: 'Save a view of a list, for the caller alone or, by an owner, for everybody. Fifty of a list; a name that is taken: 409.',
  body: Type.Object({ list: List, ...fields, isShared: Type.Boolean() }),
  refusals: ['role_too_low', 'name_taken', 'too_many_views'],
  reply: Type.Object({ ...ViewsReply.properties, view: SavedView }),
} satisfies EndpointSchemas;

export const createSavedView: Endpoint<typeof createSavedViewSchemas, 'staff'> = {
  method: 'POST',
  path: PATH,
  access: 'staff',
  scopes: [],
};

export const updateSavedViewSchemas = {
  summary: "Rename a saved view, or save what it shows anew; what is left out stays. Everybody's: by an owner.",
  params: Type.Object({ id: Id }),
  body: Type.Partial(Type.Object(fields)),
  refusals: ['role_too_low', 'not_found', 'name_taken'],
  reply: Type.Object({ ...ViewsReply.properties, view: SavedView }),
} satisfies EndpointSchemas;

export const updateSavedView: Endpoint<typeof updateSavedViewSchemas, 'staff'> = {
  method: 'PUT',
  path: `${PATH}/{id}`,
  access: 'staff',
  scopes: [],
};

export const deleteSavedViewSchemas = {
  summary: "Delete a saved view. Everybody's: by an owner.",
  params: Type.Object({ id: Id }),
  refusals: ['role_too_low', 'not_found'],
  reply: ViewsReply,
} satisfies EndpointSchemas;

export const deleteSavedView: Endpoint<typeof deleteSavedViewSchemas, 'staff'> = {
  method: 'DELETE',
  path: `${PATH}/{id}`,
  access: 'staff',
  scopes: [],
};
