/** Products as the team works on them: one product and its images. Not in product.ts, so that customers don't download it. */
import * as Type from 'typebox';
import { BundlePartsInput } from './bundle.ts';
import { CustomFieldsInput } from './custom-field-values.ts';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { Dollars, Id, PaginationQuery, SuccessResponse, Version } from './fields.ts';
import { PRODUCT_IMAGES_MAX } from './limits.ts';
import { DetailedProduct, ProductPage } from './product.ts';
import { clearable, detailFields, teamFields } from './product-details.ts';
import {
  Attributes,
  Description,
  DescriptionFormat,
  FurtherCategories,
  Handle,
  ImageAlt,
  ProductImageInput,
  ProductName,
  ProductOptions,
  Quantity,
  Shipping,
  Sku,
  Status,
  Variant,
  VariantsInput,
  Weight,
} from './product-fields.ts';
import { StockPolicyInput } from './stock-policy.ts';
import { MEGABYTE } from './values.ts';

/** As the team sees it, with what only the team knows. */
export const AdminProduct = Type.Object({
  ...DetailedProduct.properties,
  variants: Type.Optional(
    Type.Array(Type.Object({ ...Variant.properties, cost: Type.Optional(Type.Number()), taxClass: Type.Optional(Type.String()) })),
  ),
  ...teamFields,
  /** The bundles that it is a part of. */
  bundles: Type.Optional(Type.Array(Type.Object({ _id: Id, name: Type.String(), slug: Type.String() }))),
});
export type AdminProduct = Type.Static<typeof AdminProduct>;

const ProductReply = Type.Object({ success: Type.Boolean(), message: Type.String(), product: AdminProduct, version: Version });

export const listAdminProductsSchemas = {
  summary: 'A page of the products of any status, newest first, or of those of one status.',
  query: Type.Object({ ...PaginationQuery, status: Type.Optional(Status) }),
  reply: ProductPage,
} satisfies EndpointSchemas;

export const listAdminProducts: Endpoint<typeof listAdminProductsSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/admin-products',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const readAdminProductSchemas = {
  summary: 'One product of any status, as single-product has the active ones.',
  params: Type.Object({ slug: Type.String({ minLength: 1, maxLength: 300 }) }),
  refusals: ['product_not_found', 'product_gone'],
  reply: Type.Object({ success: Type.Boolean(), product: Type.Array(AdminProduct), version: Version }),
} satisfies EndpointSchemas;

export const readAdminProduct: Endpoint<typeof readAdminProductSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/product/admin-product/{slug}',
  access: 'read-only',
  scopes: ['read', 'catalogue'],
};

export const createProductSchemas = {
  summary:
    'Make a product with its image (JPEG, PNG, WebP, AVIF or GIF, 5 MB, 40 megapixels (AVIF: 13) and 16,383 pixels a side at most). Where `options` and `variants` are sent, as JSON in their fields, price and quantity are those of the variants; of a bundle, with `parts`, the quantity.',
  body: Type.Object({
    name: ProductName,
    description: Description,
    /** Absent: `text`. */
    descriptionFormat: Type.Optional(DescriptionFormat),
    price: Dollars,
    quantity: Quantity,
    category: Id,
    /** Categories besides the main one; in the form, JSON. */
    furtherCategories: Type.Optional(FurtherCategories),
    shipping: Type.Optional(Shipping),
    compareAtPrice: clearable(Dollars),
    sku: clearable(Sku),
    weight: clearable(Weight),
    status: Type.Optional(Status),
    /** In the form, JSON. */
    attributes: Type.Optional(Attributes),
    /** Of a product without options; absent or null: counted. In the form, JSON. */
    stock: Type.Optional(Type.Union([Type.Null(), StockPolicyInput])),
    /** What the image shows, in words. */
    alt: Type.Optional(ImageAlt),
    ...detailFields,
    /** The address of its page; absent or empty: made of the name. */
    slug: Type.Optional(Handle),
    /** Values of the merchant's fields of products; in the form, JSON. */
    customFields: Type.Optional(CustomFieldsInput),
    /** Further images, uploaded before; in the form, JSON. */
    moreImages: Type.Optional(Type.Array(ProductImageInput, { maxItems: PRODUCT_IMAGES_MAX - 1 })),
    options: Type.Optional(ProductOptions),
    variants: Type.Optional(VariantsInput),
    /** Makes it a bundle, whose stock is that of its parts; in the form, JSON. */
    parts: Type.Optional(BundlePartsInput),
  }),
  refusals: ['sku_taken', 'slug_taken', 'invalid_image', 'image_too_large', 'insufficient_storage'],
  reply: ProductReply,
} satisfies EndpointSchemas;

export const createProduct: Endpoint<typeof createProductSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/create-product',
  access: 'staff',
  scopes: ['catalogue'],
  multipart: true,
  invalidates: ['products', 'stock'],
};

export const updateProductSchemas = {
  summary:
    'Change what is sent of a product. An empty price keeps the old one; the slug stays unless another one is sent, or `renewSlug` is true, which makes it of the name. `variants` are all that the product has from then on, and price and quantity are theirs; no `options` at all (`[]`) make it its own variant again. An old `version`: 409 with what is there now.',
  bodyLimit: 2 * MEGABYTE,
  params: Type.Object({ id: Id }),
  body: Type.Object({
    name: Type.Optional(ProductName),
    description: Type.Optional(Description),
    /** Absent: another description than the present one is `text`. Sent alone, it changes how the present one is read. */
    descriptionFormat: Type.Optional(DescriptionFormat),
    price: Type.Optional(Type.Union([Type.Literal(''), Type.Null(), Dollars])),
    /** How many are there. The `quantity` that was read changes nothing, also where a stock policy makes it another number. */
    quantity: Type.Optional(Quantity),
    /**
     * The quantity that the form showed when it was opened: the stock is changed by the difference, so that sales made since then still
     * count.
     */
    shownQuantity: Type.Optional(Type.Integer({ minimum: 0 })),
    category: Type.Optional(Id),
    /** All of them. */
    furtherCategories: Type.Optional(FurtherCategories),
    shipping: Type.Optional(Shipping),
    compareAtPrice: clearable(Dollars),
    sku: clearable(Sku),
    weight: clearable(Weight),
    status: Type.Optional(Status),
    options: Type.Optional(ProductOptions),
    variants: Type.Optional(VariantsInput),
    /** Of a bundle: all of them; none: it is one no more, with nothing in stock. */
    parts: Type.Optional(BundlePartsInput),
    /** All of them, in their order. */
    attributes: Type.Optional(Attributes),
    customFields: Type.Optional(CustomFieldsInput),
    ...detailFields,
    /** The address of its page. Links with the former one lead on. */
    slug: Type.Optional(Handle),
    /** Of a product without options; absent: as it is; null: counted. */
    stock: Type.Optional(Type.Union([Type.Null(), StockPolicyInput])),
    renewSlug: Type.Optional(Type.Boolean()),
    /** All images in their order, the first one for lists. One that is left out is taken from the product. */
    images: Type.Optional(Type.Array(ProductImageInput, { minItems: 1, maxItems: PRODUCT_IMAGES_MAX })),
    version: Type.Optional(Version),
  }),
  refusals: ['product_not_found', 'sku_taken', 'slug_taken', 'variant_not_found', 'insufficient_stock'],
  reply: ProductReply,
} satisfies EndpointSchemas;

export const updateProduct: Endpoint<typeof updateProductSchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/product/update-product/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products', 'stock'],
};

export const replaceProductImageSchemas = {
  summary: "Replace a product's first image; the rules are those of create-product.",
  params: Type.Object({ id: Id }),
  body: Type.Object({ version: Type.Optional(Version), alt: Type.Optional(ImageAlt) }),
  refusals: ['product_not_found', 'invalid_image', 'image_too_large', 'insufficient_storage'],
  reply: ProductReply,
} satisfies EndpointSchemas;

export const replaceProductImage: Endpoint<typeof replaceProductImageSchemas, 'staff'> = {
  method: 'PUT',
  path: '/api/v1/product/update-image/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  multipart: true,
  invalidates: ['products', 'stock'],
};

export const uploadImageSchemas = {
  summary: 'Store an image for a product that is created or updated within a day; the rules are those of create-product.',
  body: Type.Object({}),
  refusals: ['invalid_image', 'image_too_large', 'insufficient_storage'],
  reply: Type.Object({
    success: Type.Boolean(),
    message: Type.String(),
    image: Type.String(),
    /** Present where the image moves: its first frame is kept. */
    isFirstFrame: Type.Optional(Type.Boolean()),
  }),
} satisfies EndpointSchemas;

export const uploadImage: Endpoint<typeof uploadImageSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/upload-image',
  access: 'staff',
  scopes: ['catalogue'],
  multipart: true,
};

export const duplicateProductSchemas = {
  summary: 'Make a draft that is like the product, with a slug of its own, without SKUs and with nothing in stock.',
  params: Type.Object({ id: Id }),
  refusals: ['product_not_found'],
  reply: ProductReply,
} satisfies EndpointSchemas;

export const duplicateProduct: Endpoint<typeof duplicateProductSchemas, 'staff'> = {
  method: 'POST',
  path: '/api/v1/product/duplicate/{id}',
  access: 'staff',
  scopes: ['catalogue'],
};

export const deleteProductSchemas = {
  summary: 'Delete a product. Orders keep what was bought. A part of a bundle: 400, which names the bundle.',
  params: Type.Object({ id: Id }),
  refusals: ['product_not_found'],
  reply: SuccessResponse,
} satisfies EndpointSchemas;

export const deleteProduct: Endpoint<typeof deleteProductSchemas, 'staff'> = {
  method: 'DELETE',
  path: '/api/v1/product/delete-product/{id}',
  access: 'staff',
  scopes: ['catalogue'],
  invalidates: ['products', 'stock'],
};
