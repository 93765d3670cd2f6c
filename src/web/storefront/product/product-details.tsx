import type { ReactNode } from 'react';
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
  condition: DetailedProduct['condition'];
}

/** Name, price, category, shipping and stock as a list. */
export function ProductDetails({ product, category, condition }: ProductDetailsProps) {
  return (
    <dl className="tabular-nums mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line pt-6">
      <DetailItem term={productPage.name}>
        <bdi>{product.name}</bdi>
      </DetailItem>
      <DetailItem term={productPage.price}>
        <PriceAmount product={product} />
      </DetailItem>
      {category && (
        <DetailItem term={productPage.category}>
          <Link
            to={`/category/${category.slug}`}
            className="-my-0.5 inline-block py-0.5 underline decoration-edge underline-offset-4 hover:text-accent"
          >
            <bdi>{category.name}</bdi>
          </Link>
        </DetailItem>
      )}
      {product.sku && (
        <DetailItem term={productPage.sku}>
          <bdi>{product.sku}</bdi>
        </DetailItem>
      )}
      {product.weight !== null && <DetailItem term={productPage.weight}>{formatWeight(product.weight)}</DetailItem>}
      {condition && <DetailItem term={productPage.condition}>{productPage.conditions[condition]}</DetailItem>}
      <DetailItem term={productPage.delivery}>{product.shipping ? productPage.ships : productPage.pickup}</DetailItem>
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

function DetailItem({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
