/** The pages that a merchant writes in Markdown: about, contact and policy, which every shop has, and others. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Id, Pagination, PaginationQuery, SuccessResponse, Version } from './fields.ts';
import {
  DESCRIPTION_MAX_LENGTH,
  FOOTER_POSITION_MAX,
  PAGE_DESCRIPTION_MAX_LENGTH,
  PAGE_TEXT_MAX_LENGTH,
  PAGE_TITLE_MAX_LENGTH,
  SLUG_MAX_LENGTH,
} from './limits.ts';
import { RichText } from './rich-text.ts';

const ADMIN_PATH = '/api/v1/shop/admin/pages';

export const ContentPageName = Type.Union([Type.Literal('about'), Type.Literal('contact'), Type.Literal('policy')]);
export type ContentPageName = Type.Static<typeof ContentPageName>;

const ContentPage = {
  name: ContentPageName,
  text: Type.String(),
  content: RichText,
  /** For search engines. */
  description: Type.String(),
  /** The text came with the program, and nobody has edited it. */
  isDraft: Type.Optional(Type.Boolean()),
  version: Version,
};

/** Markdown; HTML in it stays text. */
const ContentPageInput = Type.Object({ text: Type.String({ maxLength: PAGE_TEXT_MAX_LENGTH }), version: Type.Optional(Version) });

/** One line: it stands in the head of the page. */
const Title = Type.String({
  minLength: 1,
  maxLength: PAGE_TITLE_MAX_LENGTH,
  pattern: '^[^\\p{Cc}\\p{Zl}\\p{Zp}]*\\S[^\\p{Cc}\\p{Zl}\\p{Zp}]*$',
});

export const PageInput = Type.Object({
  title: Title,
  /** Lower-case letters, digits and dashes; empty: made of the title. */
  slug: Type.String({ maxLength: SLUG_MAX_LENGTH, pattern: '^([a-z0-9]+(-[a-z0-9]+)*)?$' }),
  /** Markdown; HTML in it stays text. */
  text: Type.String({ maxLength: PAGE_TEXT_MAX_LENGTH }),
  status: Type.Union([Type.Literal('draft'), Type.Literal('published')]),
  inFooter: Type.Boolean(),
  /** Pages in the footer are ordered by this, then by title. */
  footerPosition: Type.Integer({ minimum: 0, maximum: FOOTER_POSITION_MAX }),
  /** What search engines show of it; empty: its first words. */
  description: Type.String({ maxLength: PAGE_DESCRIPTION_MAX_LENGTH }),
});
export type PageInput = Type.Static<typeof PageInput>;

const { text: _text, ...listed } = PageInput.properties;

export const ListedPage = Type.Object({ _id: Id, ...listed, updatedAt: Type.String() });
export type ListedPage = Type.Static<typeof ListedPage>;

export const AdminPage = Type.Object({ _id: Id, ...PageInput.properties, updatedAt: Type.String(), version: Version });
export type AdminPage = Type.Static<typeof AdminPage>;

/** As visitors read it. */
export const Page = Type.Object({ slug: Type.String(), title: Type.String(), description: Type.String(), content: RichText });
export type Page = Type.Static<typeof Page>;

const PageReply = Type.Object({ success: Type.Boolean(), message: Type.String(), page: AdminPage });

export const readContentPageSchemas = {
  summary: 'The words of the about, contact or policy page.',
  params: Type.Object({ name: ContentPageName }),
  reply: Type.Object({ success: Type.Boolean(), ...ContentPage }),
} satisfies EndpointSchemas;

export const readContentPage: Endpoint<typeof readContentPageSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/shop/texts/{name}',
  access: 'public',
  cache: 'shared',
};

export const updateContentPageSchemas = {
  summary: 'Change the words of a page. An old `version`: 409 with what is there now.',
  params: Type.Object({ name: ContentPageName }),
  body: ContentPageInput,
  reply: Type.Object({ success: Type.Boolean(), message: Type.String(), ...ContentPage }),
} satisfies EndpointSchemas;

export const updateContentPage: Endpoint<typeof updateContentPageSchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/shop/texts/{name}',
  access: 'staff',
  scopes: [],
  invalidates: ['texts'],
};

export const readPageSchemas = {
  summary: 'A published page, by its slug or one that it had. One that was deleted: 410.',
  params: Type.Object({ slug: Type.String({ maxLength: 200 }) }),
  reply: Type.Object({ success: Type.Boolean(), page: Page }),
  refusals: ['page_not_found', 'page_gone'],
} satisfies EndpointSchemas;

export const readPage: Endpoint<typeof readPageSchemas, 'public'> = {
  method: 'GET',
  path: '/api/v1/shop/pages/{slug}',
  access: 'public',
  cache: 'shared',
};

export const listPagesSchemas = {
  summary: 'All pages, drafts too, by title.',
  query: Type.Object(PaginationQuery),
  reply: Type.Object({ success: Type.Boolean(), pages: Type.Array(ListedPage), ...Pagination }),
} satisfies EndpointSchemas;

export const listPages: Endpoint<typeof listPagesSchemas, 'read-only'> = {
  method: 'GET',
  path: ADMIN_PATH,
  access: 'read-only',
  scopes: ['read'],
};

export const exportPagesSchemas = {
  summary: 'All pages as CSV, drafts too, as an import reads them again. No cell begins a formula.',
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportPages: Endpoint<typeof exportPagesSchemas, 'read-only'> = {
  method: 'GET',
  path: `${ADMIN_PATH}.csv`,
  access: 'read-only',
  scopes: ['read'],
  isDownload: true,
};

export const readAdminPageSchemas = {
  summary: 'A page as it is edited.',
  params: Type.Object({ id: Id }),
  reply: Type.Object({ success: Type.Boolean(), page: AdminPage }),
  refusals: ['page_not_found'],
} satisfies EndpointSchemas;

export const readAdminPage: Endpoint<typeof readAdminPageSchemas, 'read-only'> = {
  method: 'GET',
  path: `${ADMIN_PATH}/{id}`,
  access: 'read-only',
  scopes: ['read'],
};

export const createPageSchemas = {
  summary: 'Add a page. A slug that another page has: 409.',
  body: PageInput,
  reply: PageReply,
  refusals: ['slug_taken'],
} satisfies EndpointSchemas;

export const createPage: Endpoint<typeof createPageSchemas, 'staff'> = {
  method: 'POST',
  path: ADMIN_PATH,
  access: 'staff',
  scopes: [],
  invalidates: ['texts'],
};

export const updatePageSchemas = {
  summary: 'Change a page; links with its former slug lead on. An old `version`: 409 with what is there now.',
  params: Type.Object({ id: Id }),
  body: Type.Object({ ...PageInput.properties, version: Type.Optional(Version) }),
  reply: PageReply,
  refusals: ['page_not_found', 'slug_taken'],
} satisfies EndpointSchemas;

export const updatePage: Endpoint<typeof updatePageSchemas, 'staff'> = {
  method: 'PUT',
  path: `${ADMIN_PATH}/{id}`,
  access: 'staff',
  scopes: [],
  invalidates: ['texts'],
};

export const deletePageSchemas = {
  summary: 'Delete a page. If it was published, its URL says from now on that it is gone (410).',
  params: Type.Object({ id: Id }),
  reply: SuccessResponse,
  refusals: ['page_not_found'],
} satisfies EndpointSchemas;

export const deletePage: Endpoint<typeof deletePageSchemas, 'staff'> = {
  method: 'DELETE',
  path: `${ADMIN_PATH}/{id}`,
  access: 'staff',
  scopes: [],
  invalidates: ['texts'],
};

export const previewTextSchemas = {
  summary: 'Markdown of a page or a description as visitors would read it. Nothing is saved.',
  body: Type.Object({ text: Type.String({ maxLength: DESCRIPTION_MAX_LENGTH }) }),
  reply: Type.Object({ success: Type.Boolean(), content: RichText }),
} satisfies EndpointSchemas;

export const previewText: Endpoint<typeof previewTextSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/shop/admin/preview-text',
  access: 'staff',
  scopes: [],
};
