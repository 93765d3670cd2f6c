/** Structured data of products and categories (https://schema.org). Not in meta.ts, so that the first visit doesn't load it. */
import type { DetailedProduct, Product } from '../../contract/product.ts';
import type { StockPolicy } from '../../contract/stock-policy.ts';
import { nav } from '../shared/messages/common.ts';
import { type RouteMatches, readRootData, toAbsoluteUrl } from '../shared/meta.ts';
import { listCategoryPath } from '../shared/shop-data.ts';

interface Crumb {
  name: string;
  path: string;
}

/** The categories from the top of the tree down to this one. */
export const listCategoryCrumbs = (matches: RouteMatches, categoryId: string): Crumb[] =>
  listCategoryPath(readRootData(matches).categories, categoryId).map(({ name, slug }) => ({ name, path: `/category/${slug}` }));

/** Home, then these pages, the last of which is this one. */
export function createBreadcrumbJsonLd(matches: RouteMatches, pages: readonly Crumb[]): object {
  const { origin } = readRootData(matches);
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: nav.home, path: '/' }, ...pages].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

const CONDITIONS = { new: 'New', refurbished: 'Refurbished', used: 'Used' } as const;

/** Variants with a barcode, by which price comparisons know them. */
function listBarcodes({ variants = [] }: DetailedProduct, currency: string): object[] {
  return variants.flatMap(({ barcode, price, quantity, stock, sku }) =>
    barcode
      ? [
          {
            '@type': 'Offer',
            gtin: barcode,
            ...(sku && { sku }),
            price: price.toFixed(2),
            priceCurrency: currency,
            ...createAvailability([{ quantity, stock }]),
          },
        ]
      : [],
  );
}

/** For a product with several prices, the lowest and the highest. */
function createOffer({ price, isPriceFrom, variants = [] }: DetailedProduct, offers: object[]): object {
  if (!isPriceFrom && !offers.length) return { '@type': 'Offer', price: price.toFixed(2) };
  const highPrice = Math.max(price, ...variants.map((it) => it.price)).toFixed(2);
  return {
    '@type': 'AggregateOffer',
    lowPrice: price.toFixed(2),
    highPrice,
    offerCount: variants.length,
    ...(offers.length && { offers }),
  };
}

type Sold = Pick<Product, 'quantity'> & { stock?: StockPolicy | undefined };

function findAvailability({ quantity, stock }: Sold): string {
  if (quantity <= 0) return 'OutOfStock';
  if (!stock || stock.ready > 0) return 'InStock';
  if (stock.policy === 'untracked') return stock.promise ? 'MadeToOrder' : 'InStock';
  return stock.policy === 'preorder' ? 'PreOrder' : 'BackOrder';
}

/** Of several variants that which is soonest there. */
function createAvailability(variants: Sold[]): object {
  const found = variants.map(findAvailability);
  const best = ['InStock', 'MadeToOrder', 'BackOrder', 'PreOrder'].find((it) => found.includes(it)) ?? 'OutOfStock';
  const shipsOn = best === 'PreOrder' && variants[found.indexOf(best)]?.stock?.shipsOn;
  return { availability: `https://schema.org/${best}`, ...(shipsOn && { availabilityStarts: shipsOn }) };
}

export function createProductJsonLd(matches: RouteMatches, product: DetailedProduct): object {
  const { origin, shop } = readRootData(matches);
  const offers = listBarcodes(product, shop.currency);
  return {
    '@type': 'Product',
    name: product.name,
    description: product.seoDescription ?? product.description,
    sku: product.sku ?? product._id,
    ...(product.barcode && !product.hasOptions && { gtin: product.barcode }),
    image: product.images.map(({ url }) => toAbsoluteUrl(url, origin)),
    offers: {
      ...createOffer(product, offers),
      url: `${origin}/product/${product.slug}`,
      priceCurrency: shop.currency,
      ...createAvailability(product.variants ?? [product]),
      ...(product.condition && { itemCondition: `https://schema.org/${CONDITIONS[product.condition]}Condition` }),
    },
  };
}
