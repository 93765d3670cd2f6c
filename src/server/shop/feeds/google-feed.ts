/** Google's feed: RSS 2.0 with the attributes of https://support.google.com/merchants/answer/7052112 */
import type { DeliveryDays } from '../../../contract/dispatch.ts';
import { FEED_TITLE_MAX_LENGTH } from '../../../contract/feeds.ts';
import type { Availability } from '../../../contract/product-entry.ts';
import type { Unit } from '../../../contract/unit-price.ts';
import { escapeXml } from '../content/seo/draw-shop.ts';
import { type FeedItem, findMpn, isShopBarcode, tidyText } from './feed-item.ts';

export const DESCRIPTION_MAX = 5000;
export const IMAGES_MAX = 11;
const TEXT_MAX = 750;

const AVAILABILITY: Record<Availability, string> = {
  InStock: 'in_stock',
  MadeToOrder: 'in_stock',
  BackOrder: 'backorder',
  PreOrder: 'preorder',
  OutOfStock: 'out_of_stock',
};

type Value = string | undefined | null | false;

const element = (name: string, value: Value, max = TEXT_MAX): string => {
  const text = value && tidyText(value, max);
  return text ? `<${name}>${escapeXml(text)}</${name}>` : '';
};

/** By Google's names of units. */
const toMeasure = (amount: number, unit: Unit): string => `${amount} ${{ m2: 'sqm', m3: 'cbm', piece: 'ct' }[unit as string] ?? unit}`;

/** One of what the price per unit is told of, which is the price that the page shows. */
const BASES = {
  g: 'kg',
  kg: 'kg',
  ml: 'l',
  cl: 'l',
  l: 'l',
  cm: 'm',
  m: 'm',
  m2: 'm2',
  m3: 'm3',
  piece: 'piece',
} as const satisfies Record<Unit, Unit>;

const money = (amount: string | undefined, currency: string): string => (amount === undefined ? '' : `${amount} ${currency}`);

/** In working days. */
const writeDays = (kind: 'handling' | 'transit', days: DeliveryDays | undefined): string[] =>
  days ? [element(`g:min_${kind}_time`, String(days.min)), element(`g:max_${kind}_time`, String(days.max))] : [];

function writeShipping({ shipping, handling }: FeedItem, currency: string): string {
  return shipping
    .map(({ country, region, service, price, transit }) => {
      const parts = [
        element('g:country', country),
        element('g:region', region),
        element('g:service', service, 100),
        element('g:price', money(price, currency)),
        ...writeDays('handling', handling),
        ...writeDays('transit', transit),
      ];
      return `<g:shipping>${parts.join('')}</g:shipping>`;
    })
    .join('');
}

export function writeGoogleItem(item: FeedItem, currency: string): string {
  const { gtin, brand, details, availableOn, images, contents } = item;
  const [image, ...others] = item.hasImage ? images : [];
  const mpn = findMpn(item);
  const code = gtin && !isShopBarcode(gtin) ? gtin : undefined;
  const parts = [
    element('g:id', item.id),
    element('g:item_group_id', item.groupId),
    element('g:title', item.title, FEED_TITLE_MAX_LENGTH),
    element('g:description', item.description, DESCRIPTION_MAX),
    element('g:link', item.url, 2000),
    element('g:image_link', image, 2000),
    ...others.slice(0, IMAGES_MAX - 1).map((it) => element('g:additional_image_link', it, 2000)),
    element('g:availability', AVAILABILITY[item.availability]),
    // At the end of the day, which is a day everywhere.
    element('g:availability_date', availableOn && `${availableOn}T23:59Z`),
    // Google's price is that before a sale.
    element('g:price', money(item.priceBeforeSale ?? item.price, currency)),
    element('g:sale_price', item.priceBeforeSale && money(item.price, currency)),
    element('g:condition', item.condition),
    element('g:brand', brand, 70),
    element('g:gtin', code),
    element('g:mpn', mpn, 70),
    element('g:identifier_exists', !code && !mpn && 'no'),
    element('g:google_product_category', item.googleCategory),
    element('g:product_type', item.categoryPath.join(' > ')),
    ...(['color', 'size', 'material', 'pattern', 'gender', 'age_group'] as const).map((name) => element(`g:${name}`, details[name], 100)),
    element('g:shipping_weight', item.weightGrams !== undefined && `${item.weightGrams} g`),
    element('g:unit_pricing_measure', contents && toMeasure(contents.amount, contents.unit)),
    element('g:unit_pricing_base_measure', contents && toMeasure(1, BASES[contents.unit])),
    writeShipping(item, currency),
  ];
  return `<item>${parts.join('')}</item>\n`;
}

interface Shop {
  name: string;
  origin: string;
}

export const beginGoogleFeed = ({ name, origin }: Shop): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${element('title', name)}${element('link', origin)}${element('description', name)}\n`;

export const GOOGLE_FEED_END = '</channel></rss>\n';
