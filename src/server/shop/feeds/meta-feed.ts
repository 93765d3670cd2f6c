/** Meta's feed: CSV with the columns of https://www.facebook.com/business/help/120325381656392 */
import { META_AVAILABILITY } from '../../../contract/product-entry.ts';
import { writeCsvRow } from '../../platform/http/csv.ts';
import { type FeedItem, findMpn, tidyText } from './feed-item.ts';
import { DESCRIPTION_MAX, IMAGES_MAX } from './google-feed.ts';

const TITLE_MAX = 200;

type Write = (item: FeedItem, currency: string) => string | undefined;

const COLUMNS: Record<string, Write> = {
  id: ({ id }) => id,
  title: ({ title }) => tidyText(title, TITLE_MAX),
  description: ({ description }) => tidyText(description, DESCRIPTION_MAX),
  availability: ({ availability }) => META_AVAILABILITY[availability],
  condition: ({ condition }) => condition,
  // As in Google's feed, the price is that before a sale.
  price: ({ price, priceBeforeSale = price }, currency) => `${priceBeforeSale} ${currency}`,
  sale_price: ({ price, priceBeforeSale }, currency) => priceBeforeSale && `${price} ${currency}`,
  link: ({ url }) => url,
  image_link: ({ images, hasImage }) => (hasImage ? images[0] : undefined),
  additional_image_link: ({ images, hasImage }) => (hasImage ? images.slice(1, IMAGES_MAX).join(',') : undefined),
  brand: ({ brand }) => brand,
  gtin: ({ gtin }) => gtin,
  mpn: findMpn,
  item_group_id: ({ groupId }) => groupId,
  google_product_category: ({ googleCategory }) => googleCategory ?? undefined,
  product_type: ({ categoryPath }) => categoryPath.join(' > '),
  color: ({ details }) => details.color,
  size: ({ details }) => details.size,
  gender: ({ details }) => details.gender,
  age_group: ({ details }) => details.age_group,
  material: ({ details }) => details.material,
  pattern: ({ details }) => details.pattern,
  shipping_weight: ({ weightGrams }) => (weightGrams === undefined ? undefined : `${weightGrams} g`),
  shipping: ({ shipping }, currency) => shipping.map((it) => `${it.country}:${it.region}:${it.service}:${it.price} ${currency}`).join(','),
};

export const beginMetaFeed = (): string => writeCsvRow(Object.keys(COLUMNS));

/** Line breaks become spaces: Meta reads rows with such in quotes, and spreadsheets may not. */
export const writeMetaItem = (item: FeedItem, currency: string): string =>
  writeCsvRow(
    Object.values(COLUMNS).map((write) => tidyText(write(item, currency) ?? '', Number.POSITIVE_INFINITY).replaceAll(/[\r\n\t]+/g, ' ')),
  );
