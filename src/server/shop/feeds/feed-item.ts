/** A variant, or a product without any, as the feeds list it: what every program is told of it, and what only a feed has. */

import type { DeliveryDays } from '../../../contract/dispatch.ts';
import { parseHandlingDays } from '../../../contract/handling-days.ts';
import { toCents, toDollars } from '../../../contract/money.ts';
import type { DetailedProduct } from '../../../contract/product.ts';
import { createProductEntries, formatAmount, type ProductEntry } from '../../../contract/product-entry.ts';
import type { Attribute } from '../../../contract/product-fields.ts';
import { cutText } from '../../../contract/values.ts';
import { quoteShipping } from '../pricing/cart-totals.ts';
import type { ShippingRate } from '../pricing/priced-cart.ts';

/** What Google wants to know of a product beside its fields. */
const DETAILS = ['color', 'size', 'material', 'pattern', 'gender', 'age_group', 'mpn'] as const;
type DetailName = (typeof DETAILS)[number];

/** How merchants call these options and attributes, in the languages of most shops. */
const NAMES: Record<DetailName, RegExp> = {
  color: /^(colou?r|farbe|couleur|colore?|kleur)$/,
  size: /^(size|größe|groesse|taille|talla|taglia|maat)$/,
  material: /^(material|matière|materiale|materiaal|stoff)$/,
  pattern: /^(pattern|muster|motif)$/,
  gender: /^(gender|geschlecht|genre|género|genere)$/,
  age_group: /^(age group|altersgruppe|tranche d’âge)$/,
  mpn: /^(mpn|manufacturer part number|herstellernummer)$/,
};

/** Google knows no other values. */
const VALUES: Partial<Record<DetailName, RegExp>> = {
  gender: /^(male|female|unisex)$/,
  age_group: /^(newborn|infant|toddler|kids|adult)$/,
};

export interface FeedShipping {
  country: string;
  /** A state or province; empty: all of the country. */
  region: string;
  /** Null: everything is shipped for free. */
  rates: readonly ShippingRate[] | null;
}

export interface FeedContext {
  origin: string;
  currency: string;
  /** Of a category: the names from the top down, and the number of Google's category that holds for its products. */
  findCategory: (id: string) => { path: readonly string[]; googleCategory: string | null };
  /** Where something is shipped to in the feed's country; empty: nowhere. */
  shipping: readonly FeedShipping[];
  countsFromLowest: boolean;
  /** The image that stands for none. */
  placeholderImageId: string | null;
  /** How many working days an order takes until it is sent; undefined: that isn't said. */
  handling: DeliveryDays | undefined;
}

export interface FeedItem extends ProductEntry {
  /** The product's, where it has variants. */
  groupId?: string;
  title: string;
  categoryPath: readonly string[];
  googleCategory: string | null;
  condition: 'new' | 'refurbished' | 'used';
  details: Partial<Record<DetailName, string>>;
  shipping: { country: string; region: string; service: string; price: string; transit?: DeliveryDays }[];
  /** Working days until it is sent; absent: that isn't said. */
  handling?: DeliveryDays;
  /** It isn't sent by post, as a download isn't. */
  isUnshipped: boolean;
  weightGrams?: number;
  hasImage: boolean;
}

/** Brands that were imported as attributes, before products had one of their own. */
const BRAND = /^(brand|vendor|marke|hersteller|manufacturer)$/;

const find = (attributes: readonly Attribute[], name: RegExp): string | undefined =>
  attributes.find((it) => name.test(it.name.toLowerCase().trim()))?.value;

function readDetails(options: ProductEntry['options'], attributes: readonly Attribute[]): FeedItem['details'] {
  const all = [...Object.entries(options).map(([name, value]) => ({ name, value })), ...attributes];
  return Object.fromEntries(
    DETAILS.flatMap((name) => {
      const value = find(all, NAMES[name]);
      const known = VALUES[name];
      const told = known ? value?.toLowerCase() : value;
      return told && (!known || known.test(told)) ? [[name, told]] : [];
    }),
  );
}

/** The cheapest way to send one piece to each place; Google takes a hundred. */
function quote(price: string, weightGrams: number, { shipping, currency }: FeedContext): FeedItem['shipping'] {
  const parcel = { weightGrams, itemsCents: toCents(Number(price)) };
  return shipping.slice(0, 100).flatMap(({ country, region, rates }) => {
    const [cheapest] = rates ? quoteShipping(rates, parcel) : [{ name: 'Free', priceCents: 0 }];
    const amount = cheapest && formatAmount(toDollars(cheapest.priceCents), currency);
    const transit = cheapest && 'deliveryDays' in cheapest && { transit: cheapest.deliveryDays };
    return cheapest && amount ? [{ country, region, service: cheapest.name, price: amount, ...transit }] : [];
  });
}

export function createFeedItems(product: DetailedProduct, context: FeedContext): FeedItem[] {
  const { path, googleCategory } = context.findCategory(product.category);
  const attributes = product.attributes;
  const told = find(attributes, BRAND);
  const weightGrams = product.weight ?? 0;
  const handling = parseHandlingDays(product.handlingDays) ?? context.handling;
  const hasImage = !(context.placeholderImageId && product.image.includes(context.placeholderImageId));
  return createProductEntries(product, context).map((entry) => {
    const values = Object.values(entry.options);
    return {
      ...entry,
      ...(product.variants?.length && { groupId: product._id }),
      title: values.length ? `${entry.name} – ${values.join(', ')}` : entry.name,
      categoryPath: path,
      googleCategory: product.googleCategory ?? googleCategory,
      condition: product.condition ?? 'new',
      ...(told && !entry.brand && { brand: told }),
      details: readDetails(entry.options, attributes),
      shipping: product.shipping === 1 ? quote(entry.price, weightGrams, context) : [],
      isUnshipped: product.shipping !== 1,
      ...(handling && { handling }),
      ...(weightGrams > 0 && { weightGrams }),
      hasImage,
    };
  });
}

/** The manufacturer's number: told as such, or the SKU of something that has a brand. */
export const findMpn = ({ details, brand, sku }: FeedItem): string | undefined => details.mpn ?? (brand ? sku : undefined);

/** Numbers that are given inside of a shop (scales, own labels) and on coupons. Google takes none of them. */
export function isShopBarcode(gtin: string): boolean {
  if (gtin.length === 8) return /^[02]/.test(gtin);
  return /^(2|0[245]|9[89])/.test(gtin.length === 14 ? gtin.slice(1) : gtin.padStart(13, '0'));
}

/** What XML 1.0 can't have: control characters, halves of surrogate pairs, and two that are none. */
const INVALID = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Of a title or another text: limits count characters. What XML can't have becomes a space. */
export function tidyText(text: string, max: number): string {
  const valid = text.replace(INVALID, ' ').trim();
  return valid.length <= max ? valid : cutText(valid, max);
}
