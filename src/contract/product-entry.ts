/**
 * What other programs are told of a product. Feeds, structured data and shared links are made of the same entries, so that they can't disagree: with each
 * other, or with the page, which shows the same fields. One entry for each variant, or for a product without any.
 */
import { getCurrencyDigits } from './money.ts';
import type { DetailedProduct } from './product.ts';
import type { StockPolicy } from './stock-policy.ts';
import type { Unit } from './unit-price.ts';

/** By the names of https://schema.org/ItemAvailability. */
export type Availability = 'InStock' | 'MadeToOrder' | 'BackOrder' | 'PreOrder' | 'OutOfStock';

/** Meta's words for them, in its feed and on pages. */
export const META_AVAILABILITY = {
  InStock: 'in stock',
  MadeToOrder: 'available for order',
  BackOrder: 'available for order',
  PreOrder: 'preorder',
  OutOfStock: 'out of stock',
} as const satisfies Record<Availability, string>;

export interface ProductEntry {
  /** The variant's, or the product's. */
  id: string;
  /** The product's name, which all of its variants share. */
  name: string;
  /** What sets a variant apart, by the options' names. */
  options: Readonly<Record<string, string>>;
  /** Plain text. */
  description: string;
  /** Of the page, where the variant is chosen. */
  url: string;
  /** The first is the variant's own. */
  images: string[];
  /** What it costs now, with as many decimals as the currency has. */
  price: string;
  /** What it cost before the sale; absent: there is none. */
  priceBeforeSale?: string;
  availability: Availability;
  /** The day on which a preorder ships. */
  availableOn?: string;
  gtin?: string;
  sku?: string;
  brand?: string;
  /** How much is in it, where it is sold by weight, volume, length or area. */
  contents?: { amount: number; unit: Unit };
}

interface Sold {
  quantity: number;
  stock?: StockPolicy | undefined;
}

function findAvailability({ quantity, stock }: Sold): Availability {
  if (quantity <= 0) return 'OutOfStock';
  if (!stock || stock.ready > 0) return 'InStock';
  if (stock.policy === 'untracked') return stock.promise ? 'MadeToOrder' : 'InStock';
  return stock.policy === 'preorder' ? 'PreOrder' : 'BackOrder';
}

export const formatAmount = (amount: number, currency: string): string => amount.toFixed(getCurrencyDigits(currency));

/** Images are paths or, with an image host, URLs. */
const toAbsolute = (url: string, origin: string): string => (url.startsWith('/') ? origin + url : url);

interface EntryContext {
  origin: string;
  currency: string;
  /** As on pages: a sale counts from the lowest price of the 30 days before it, and isn't one without. */
  countsFromLowest?: boolean;
}

export function createProductEntries(product: DetailedProduct, { origin, currency, countsFromLowest }: EntryContext): ProductEntry[] {
  const page = `${origin}/product/${product.slug}`;
  const images = product.images.map(({ url }) => toAbsolute(url, origin));
  // A product whose options nobody sells any more has no variant, and is itself what is out of stock.
  const { variants = [], contentsUnit: unit } = product;
  const sold = variants.length ? variants : [{ ...product, options: {}, image: product.images[0]?.url ?? '' }];
  return sold.map(
    ({
      _id,
      options,
      price,
      compareAtPrice,
      lowestPrice,
      quantity,
      stock,
      barcode,
      sku,
      image,
      contents = product.contents,
    }): ProductEntry => {
      const own = toAbsolute(image, origin);
      const availability = findAvailability({ quantity, stock });
      const before = countsFromLowest ? lowestPrice : compareAtPrice;
      return {
        id: _id,
        name: product.name,
        options,
        description: product.descriptionText ?? product.description,
        url: variants.length ? `${page}?variant=${_id}` : page,
        images: images.includes(own) ? [own, ...images.filter((it) => it !== own)] : images,
        price: formatAmount(price, currency),
        ...(before && before > price && { priceBeforeSale: formatAmount(before, currency) }),
        availability,
        ...(availability === 'PreOrder' && stock?.shipsOn && { availableOn: stock.shipsOn }),
        ...(barcode && { gtin: barcode }),
        ...(sku && { sku }),
        ...(product.brand && { brand: product.brand.name }),
        ...(contents && unit && { contents: { amount: contents, unit } }),
      };
    },
  );
}
