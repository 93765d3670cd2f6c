/** Collections as the team makes them: by hand or by a rule. What shoppers see of them is in collection.ts. */
import * as Type from 'typebox';
import { COLLECTION_PRODUCTS_MAX, COLLECTION_TITLE_MAX_LENGTH, CollectionImage, CollectionSort } from './collection.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Id, Nullable, Pagination, PaginationQuery, SingleLine, SuccessResponse, Version } from './fields.ts';
import { BULK_IDS_MAX, DESCRIPTION_MAX_LENGTH, SEO_DESCRIPTION_MAX_LENGTH, SEO_TITLE_MAX_LENGTH } from './limits.ts';
import { Product } from './product.ts';
import { Handle, ProductImageInput } from './product-fields.ts';
import { Rule } from './rules.ts';

/** What a form edits. */
export const CollectionInput = Type.Object({
  title: Type.String({ minLength: 1, maxLength: COLLECTION_TITLE_MAX_LENGTH, pattern: '\\S' }),
  /** Empty: made from the title, or as it is. */
  slug: Type.Optional(Handle),
  /** Markdown; empty: none. */
  text: Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX_LENGTH })),
  /** An image that it has already or that upload-image returned; null: none. Absent: as it is. */
  image: Type.Optional(Nullable(ProductImageInput)),
  isPublished: Type.Optional(Type.Boolean()),
  /** Once it is published, the shop's menu leads to it. */
  isInMenu: Type.Optional(Type.Boolean()),
  sort: Type.Optional(CollectionSort),
  /** What it holds; null: the products that are put into it by hand. */
  rule: Type.Optional(Nullable(Rule)),
  /** By hand, in their order: ids of products, each once. */
  products: Type.Optional(Type.Array(Id, { maxItems: COLLECTION_PRODUCTS_MAX })),
  seoTitle: Type.Optional(SingleLine(SEO_TITLE_MAX_LENGTH)),
  seoDescription: Type.Optional(SingleLine(SEO_DESCRIPTION_MAX_LENGTH)),
});
export type CollectionInput = Type.Static<typeof CollectionInput>;

export const AdminCollection = Type.Object({
  _id: Id,
  title: Type.String(),
  slug: Type.String(),
  text: Type.String(),
  image: CollectionImage,
  isPublished: Type.Boolean(),
  isInMenu: Type.Boolean(),
  sort: CollectionSort,
  rule: Nullable(Rule),
  /** Ids of those put in by hand; one that was deleted or isn't shown keeps its place. */
  products: Type.Array(Id),
  seoTitle: Type.String(),
  seoDescription: Type.String(),
  updatedAt: Type.String(),
  version: Version,
});
export type AdminCollection = Type.Static<typeof AdminCollection>;

const ADMIN_PATH = '/api/v1/collection/admin';
const CollectionReply = Type.Object({ success: Type.Boolean(), message: Type.String(), collection: AdminCollection });
const params = Type.Object({ id: Id });

export const listAdminCollectionsSchemas = {
  summary: 'All collections, drafts too, by title, without their texts and products.',
  query: Type.Object(PaginationQuery),
  reply: Type.Object({
    success: Type.Boolean(),
    collections: Type.Array(
      Type.Object({
        _id: Id,
        title: Type.String(),
        slug: Type.String(),
        isPublished: Type.Boolean(),
        isInMenu: Type.Boolean(),
        hasRule: Type.Boolean(),
        /** By hand: how many products are put in. */
        productCount: Type.Integer(),
        updatedAt: Type.String(),
      }),
    ),
    ...Pagination,
  }),
} satisfies EndpointSchemas;

export const listAdminCollections: Endpoint<typeof listAdminCollectionsSchemas, 'read-only'> = {
  method: 'GET',
  path: `${ADMIN_PATH}/collections`,
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const readAdminCollectionSchemas = {
  summary: 'A collection as it is edited.',
  params,
  refusals: ['not_found'],
  reply: Type.Object({ success: Type.Boolean(), collection: AdminCollection }),
} satisfies EndpointSchemas;

export const readAdminCollection: Endpoint<typeof readAdminCollectionSchemas, 'read-only'> = {
  method: 'GET',
  path: `${ADMIN_PATH}/collections/{id}`,
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

const PreviewReply = Type.Object({
  success: Type.Boolean(),
  products: Type.Array(Product),
  total: Type.Integer(),
  /** There are more than `total`. */
  isAbout: Type.Boolean(),
  /** Places of conditions, from 0, that name something that was deleted: what is gone holds no product. */
  gone: Type.Array(Type.Integer()),
});

export const previewSavedCollectionSchemas = {
  summary: 'How many products a collection holds as it is saved, a draft too, and as preview-collection the first eight and what is gone.',
  params,
  refusals: ['not_found'],
  reply: PreviewReply,
} satisfies EndpointSchemas;

export const previewSavedCollection: Endpoint<typeof previewSavedCollectionSchemas, 'read-only'> = {
  method: 'GET',
  path: `${ADMIN_PATH}/collections/{id}/preview`,
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const previewCollectionSchemas = {
  summary: 'How many products a rule holds, the first eight, and which of its conditions name what no longer exists. Nothing is saved.',
  body: Type.Object({ rule: Rule, sort: Type.Optional(CollectionSort) }),
  reply: PreviewReply,
} satisfies EndpointSchemas;

export const previewCollection: Endpoint<typeof previewCollectionSchemas, 'staff'> = {
  method: 'POST',
  path: `${ADMIN_PATH}/preview`,
  access: 'staff',
  scopes: ['catalogue'],
};

export const createCollectionSchemas = {
  summary: 'Add a collection: by hand, or by a rule. A slug that another collection has: 409.',
  body: CollectionInput,
  refusals: ['slug_taken'],
  reply: CollectionReply,
} satisfies EndpointSchemas;

export const createCollection: Endpoint<typeof createCollectionSchemas, 'staff'> = {
  method: 'POST',
  path: `${ADMIN_PATH}/collections`,
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products'],
};

export const updateCollectionSchemas = {
  summary:
    'Change a collection; what isn’t sent stays, and links with its former slug lead on. An old `version`: 409 with what is there now.',
  params,
  body: Type.Object({ ...CollectionInput.properties, version: Type.Optional(Version) }),
  refusals: ['not_found', 'slug_taken'],
  reply: CollectionReply,
} satisfies EndpointSchemas;

export const updateCollection: Endpoint<typeof updateCollectionSchemas, 'staff'> = {
  method: 'PUT',
  path: `${ADMIN_PATH}/collections/{id}`,
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products'],
};

export const addToCollectionSchemas = {
  summary: 'Put products at the end of a collection by hand; those that are in it stay where they are.',
  params,
  body: Type.Object({ products: Type.Array(Id, { minItems: 1, maxItems: BULK_IDS_MAX }) }),
  refusals: ['not_found'],
  /** `added`: how many weren’t in it. */
  reply: Type.Object({ ...CollectionReply.properties, added: Type.Integer() }),
} satisfies EndpointSchemas;

export const addToCollection: Endpoint<typeof addToCollectionSchemas, 'staff'> = {
  method: 'POST',
  path: `${ADMIN_PATH}/collections/{id}/products`,
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products'],
};

export const deleteCollectionSchemas = {
  summary: 'Delete a collection; its products stay. If it was published, its URL says from now on that it is gone (410).',
  params,
  refusals: ['not_found'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const deleteCollection: Endpoint<typeof deleteCollectionSchemas, 'staff'> = {
  method: 'DELETE',
  path: `${ADMIN_PATH}/collections/{id}`,
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products'],
};
