import type { ReactNode } from 'react';
import { nameCountry } from '../../../contract/countries.ts';
import type { DetailedProduct, Product } from '../../../contract/product.ts';
import { Link } from '../../kit/link.tsx';
import { formatWeight } from '../../shared/format.ts';
import { productPage, productPage as words } from '../../shared/messages/storefront.ts';
import { FieldList, toFieldRows } from '../../shared/products/custom-fields.tsx';
import { PriceAmount } from '../../shared/products/price.tsx';
import { PlainText, RichText } from '../../shared/rich-text.tsx';
import type { ShopCategory } from '../../shared/shop-data.ts';

export function Description({ product: { description, descriptionContent } }: { product: DetailedProduct }) {
  return (
    <section className="mt-8 border-t border-line pt-6">
      <h2 className="text-base font-[600] tracking-normal">{words.description}</h2>
      {descriptionContent ? (
        <RichText content={descriptionContent} level={3} className="-mt-2 max-w-text" />
      ) : (
        <PlainText text={description} className="mt-2" />
      )}
    </section>
  );
}

/** Above the product's name. */
export function BrandLink({ of: { brand } }: { of: DetailedProduct }) {
  if (!brand) return null;
  return (
    <p className="mb-1">
      <Link to={`/brands/${brand.slug}`} className="inline-block py-0.5 text-soft underline-offset-4 hover:text-accent hover:underline">
        <bdi>{brand.name}</bdi>
      </Link>
    </p>
  );
}

/**
 * The merchant's fields, with those of the chosen variant, and then the product's attributes. Of a field and an attribute with one name the field
 * counts.
 */
export function Specifications({ product, variantId }: { product: DetailedProduct; variantId: string | undefined }) {
  const variant = product.variants?.find(({ _id }) => _id === variantId);
  const fields = toFieldRows(product, { product: product.customFields, variant: variant?.customFields });
  const isTaken = (attribute: string) => fields.some(({ name }) => name.toLowerCase() === attribute.toLowerCase());
  const attributes = product.attributes.filter(({ name }) => !isTaken(name)).map((it, index) => ({ key: `attribute ${index}`, ...it }));
  const rows = [...fields, ...attributes];
  if (!rows.length) return null;
  return (
    <section className="mt-6 border-t border-line pt-6">
      <h2 className="text-base font-[600] tracking-normal">{words.attributes}</h2>
      <FieldList rows={rows} className="mt-2" />
    </section>
  );
}

interface ProductDetailsProps {
  product: Product;
  category: ShopCategory | undefined;
  of: Pick<DetailedProduct, 'condition' | 'brand' | 'countryOfOrigin'>;
}

/** Name, price, brand, category, shipping and stock as a list. */
export function ProductDetails({ product, category, of: { condition, brand, countryOfOrigin } }: ProductDetailsProps) {
  return (
    <dl className="tabular-nums mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line pt-6">
      <DetailItem term={productPage.name}>
        <bdi>{product.name}</bdi>
      </DetailItem>
      <DetailItem term={productPage.price}>
        <PriceAmount product={product} />
      </DetailItem>
      {brand && <LinkItem term={productPage.brand} to={`/brands/${brand.slug}`} name={brand.name} />}
      {category && <LinkItem term={productPage.category} to={`/category/${category.slug}`} name={category.name} />}
      {product.sku && (
        <DetailItem term={productPage.sku}>
          <bdi>{product.sku}</bdi>
        </DetailItem>
      )}
      {product.weight !== null && <DetailItem term={productPage.weight}>{formatWeight(product.weight)}</DetailItem>}
      {countryOfOrigin && <DetailItem term={productPage.countryOfOrigin}>{nameCountry(countryOfOrigin)}</DetailItem>}
      {condition && <DetailItem term={productPage.condition}>{productPage.conditions[condition]}</DetailItem>}
      <DetailItem term={productPage.delivery}>{product.shipping ? productPage.ships : productPage.notShipped}</DetailItem>
      <StockItem product={product} />
    </dl>
  );
}

/** A number of what is there; what is sold otherwise is as its policy promises, or nothing is said of it. */
function StockItem({ product: { quantity, stock } }: { product: Product }) {
  const there = stock ? stock.ready : quantity;
  const text = quantity <= 0 ? productPage.noStock : there > 0 ? productPage.inStock(there) : stock?.promise;
  return text && <DetailItem term={productPage.stock}>{text}</DetailItem>;
}

function LinkItem({ term, to, name }: { term: string; to: string; name: string }) {
  return (
    <DetailItem term={term}>
      <Link to={to} className="-my-0.5 inline-block py-0.5 underline decoration-edge underline-offset-4 hover:text-accent">
        <bdi>{name}</bdi>
      </Link>
    </DetailItem>
  );
}

function DetailItem({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
