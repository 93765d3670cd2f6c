/** Structured data of products and categories (https://schema.org). Not in meta.ts, so that the first visit doesn't load it. */
import type { MetaDescriptor } from 'react-router';
import type { Brand } from '../../contract/brand.ts';
import type { DeliveryDays } from '../../contract/dispatch.ts';
import { parseHandlingDays } from '../../contract/handling-days.ts';
import type { DetailedProduct } from '../../contract/product.ts';
import { type Availability, createProductEntries, META_AVAILABILITY, type ProductEntry } from '../../contract/product-entry.ts';
import type { Settings } from '../../contract/settings.ts';
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

/** Home, then the brand; and the brand itself. */
export function createBrandJsonLd(matches: RouteMatches, { name, slug, image }: Pick<Brand, 'name' | 'slug' | 'image'>): object[] {
  const { origin } = readRootData(matches);
  const path = `/brands/${slug}`;
  return [
    { '@type': 'Brand', name, url: origin + path, ...(image && { logo: toAbsoluteUrl(image.url, origin) }) },
    createBreadcrumbJsonLd(matches, [{ name, path }]),
  ];
}

const CONDITIONS = { new: 'New', refurbished: 'Refurbished', used: 'Used' } as const;

/** A page with more variants names those that have a barcode, by which price comparisons know them. */
const OFFERS_MAX = 100;

/** The entries of feeds, by the address at which the shop was opened. */
const listEntries = (matches: RouteMatches, product: DetailedProduct): ProductEntry[] => {
  const { origin, shop } = readRootData(matches);
  return createProductEntries(product, { origin, currency: shop.currency });
};

const createAvailability = ({ availability, availableOn }: Pick<ProductEntry, 'availability' | 'availableOn'>) => ({
  availability: `https://schema.org/${availability}`,
  ...(availableOn && { availabilityStarts: availableOn }),
});

const SOONEST: readonly Availability[] = ['InStock', 'MadeToOrder', 'BackOrder', 'PreOrder', 'OutOfStock'];

/** Of several variants that which is soonest there. */
const findSoonest = (entries: readonly ProductEntry[]): ProductEntry | undefined =>
  SOONEST.flatMap((availability) => entries.filter((it) => it.availability === availability))[0];

const findCheapest = ([first, ...others]: readonly ProductEntry[]): ProductEntry | undefined =>
  others.reduce((found, it) => (found && Number(found.price) <= Number(it.price) ? found : it), first);

function createVariantOffer(entry: ProductEntry, currency: string): object {
  const { url, price, gtin, sku } = entry;
  return {
    '@type': 'Offer',
    ...(gtin && { gtin }),
    ...(sku && { sku }),
    url,
    price,
    priceCurrency: currency,
    ...createAvailability(entry),
  };
}

/** For a product with variants, the lowest and the highest price, and what each costs. `count`: of all, where only some are here. */
function createOffers(entries: readonly ProductEntry[], currency: string, count: number): object {
  const prices = entries.map(({ price }) => price).sort((a, b) => Number(a) - Number(b));
  const all = entries.length > OFFERS_MAX ? entries.filter(({ gtin }) => gtin) : entries;
  const named = count > entries.length ? [] : all;
  return {
    '@type': 'AggregateOffer',
    lowPrice: prices[0],
    highPrice: prices.at(-1),
    offerCount: count,
    ...(named.length && { offers: named.map((it) => createVariantOffer(it, currency)) }),
  };
}

const toQuantity = ({ min, max }: DeliveryDays) => ({ '@type': 'QuantitativeValue', minValue: min, maxValue: max, unitCode: 'DAY' });

/** How long it takes, in days that don't change with the day on which the page is read. */
function createShippingDetails({ country, days, handling }: NonNullable<Settings['delivery']>, own: string | undefined): object {
  const made = parseHandlingDays(own) ?? handling;
  return {
    '@type': 'OfferShippingDetails',
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: country },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      ...(made && { handlingTime: toQuantity(made) }),
      transitTime: toQuantity(days),
    },
  };
}

/** `count`: of its variants, where the page has only some, among them the cheapest, the dearest and one that is there soonest. */
export function createProductJsonLd(matches: RouteMatches, product: DetailedProduct, count = product.variants?.length ?? 0): object {
  const { origin, shop, delivery } = readRootData(matches);
  const entries = listEntries(matches, product);
  const soonest = findSoonest(entries);
  return {
    '@type': 'Product',
    name: product.name,
    description: product.seoDescription ?? product.description,
    sku: product.sku ?? product._id,
    ...(product.barcode && !product.hasOptions && { gtin: product.barcode }),
    ...(product.brand && { brand: { '@type': 'Brand', name: product.brand.name } }),
    image: product.images.map(({ url }) => toAbsoluteUrl(url, origin)),
    offers: {
      ...(product.variants?.length ? createOffers(entries, shop.currency, count) : { '@type': 'Offer', price: entries[0]?.price }),
      url: `${origin}/product/${product.slug}`,
      priceCurrency: shop.currency,
      ...(soonest && createAvailability(soonest)),
      ...(delivery && product.shipping === 1 && { shippingDetails: createShippingDetails(delivery, product.handlingDays) }),
      ...(product.condition && { itemCondition: `https://schema.org/${CONDITIONS[product.condition]}Condition` }),
    },
  };
}

/** What Meta reads on a page beside its feed: the variant that the address names, else the cheapest, whose price the page shows. */
export function createProductTags(matches: RouteMatches, product: DetailedProduct, search: string): MetaDescriptor[] {
  const entries = listEntries(matches, product);
  const variantId = new URLSearchParams(search).get('variant');
  const entry = entries.find(({ id }) => id === variantId) ?? findCheapest(entries);
  if (!entry) return [];
  const tags = {
    'product:retailer_item_id': entry.id,
    ...(product.variants?.length && { 'product:item_group_id': product._id }),
    'product:price:amount': entry.price,
    'product:price:currency': readRootData(matches).shop.currency,
    'product:availability': META_AVAILABILITY[entry.availability],
    'product:condition': product.condition ?? 'new',
    ...(entry.brand && { 'product:brand': entry.brand }),
  };
  return [{ property: 'og:type', content: 'product' }, ...Object.entries(tags).map(([property, content]) => ({ property, content }))];
}
