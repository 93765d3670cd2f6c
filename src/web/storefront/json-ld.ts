/** Structured data of products and categories (https://schema.org). Not in meta.ts, so that the first visit doesn't load it. */
import type { Brand } from '../../contract/brand.ts';
import type { DetailedProduct, Product } from '../../contract/product.ts';
import type { StockPolicy } from '../../contract/stock-policy.ts';
import { nav } from '../shared/messages/common.ts';
import { type RouteMatches, readRootData, toAbsoluteUrl } from '../shared/meta.ts';
import { listCategoryPath } from '../shared/shop-data.ts';

/** Home, then the categories from the top of the tree down to this one, then the product if given. */
export function createBreadcrumbJsonLd(matches: RouteMatches, categoryId: string, product?: Product): object {
  const { origin, categories } = readRootData(matches);
  const breadcrumbs = [
    { name: nav.home, path: '/' },
    ...listCategoryPath(categories, categoryId).map(({ name, slug }) => ({ name, path: `/category/${slug}` })),
    ...(product ? [{ name: product.name, path: `/product/${product.slug}` }] : []),
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: breadcrumbs.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: origin + path })),
  };
}

/** Home, then the brand; and the brand itself. */
export function createBrandJsonLd(matches: RouteMatches, { name, slug, image }: Pick<Brand, 'name' | 'slug' | 'image'>): object[] {
  const { origin } = readRootData(matches);
  const url = `${origin}/brands/${slug}`;
  const crumbs = [
    { name: nav.home, item: `${origin}/` },
    { name, item: url },
  ];
  return [
    { '@type': 'Brand', name, url, ...(image && { logo: toAbsoluteUrl(image.url, origin) }) },
    { '@type': 'BreadcrumbList', itemListElement: crumbs.map((it, index) => ({ '@type': 'ListItem', position: index + 1, ...it })) },
  ];
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
function createOffer({ price, isPriceFrom, variants = [] }: DetailedProduct, offers: object[], count: number): object {
  if (!isPriceFrom && !offers.length) return { '@type': 'Offer', price: price.toFixed(2) };
  const highPrice = Math.max(price, ...variants.map((it) => it.price)).toFixed(2);
  return {
    '@type': 'AggregateOffer',
    lowPrice: price.toFixed(2),
    highPrice,
    offerCount: count,
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

/** `count`: of its variants, where the page has only some, among them the cheapest, the dearest and one that is there soonest. */
export function createProductJsonLd(matches: RouteMatches, product: DetailedProduct, count = product.variants?.length ?? 0): object {
  const { origin, shop } = readRootData(matches);
  const offers = count > (product.variants?.length ?? 0) ? [] : listBarcodes(product, shop.currency);
  return {
    '@type': 'Product',
    name: product.name,
    description: product.seoDescription ?? product.description,
    sku: product.sku ?? product._id,
    ...(product.barcode && !product.hasOptions && { gtin: product.barcode }),
    image: product.images.map(({ url }) => toAbsoluteUrl(url, origin)),
    offers: {
      ...createOffer(product, offers, count),
      url: `${origin}/product/${product.slug}`,
      priceCurrency: shop.currency,
      ...createAvailability(product.variants ?? [product]),
      ...(product.condition && { itemCondition: `https://schema.org/${CONDITIONS[product.condition]}Condition` }),
    },
  };
}
