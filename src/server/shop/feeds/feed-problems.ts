/** What Google would refuse, or show less often: found as the feeds are made, of the very entries that are in them. */
import { FEED_PROBLEM_NAMES, FEED_TITLE_MAX_LENGTH, type FeedProblem } from '../../../contract/feeds.ts';
import { nameGoogleCategory } from '../catalog/categories/google-categories.ts';
import { type FeedItem, findMpn, isShopBarcode, tidyText } from './feed-item.ts';

/** Of these Google asks for colour, size, gender and age in most countries. */
const APPAREL = /^Apparel & Accessories > (Clothing|Shoes)\b/;

const isApparel = ({ googleCategory, categoryPath }: FeedItem): boolean =>
  APPAREL.test((googleCategory && nameGoogleCategory(googleCategory)) ?? categoryPath.join(' > '));

const hasGtin = ({ gtin }: FeedItem): boolean => gtin !== undefined && !isShopBarcode(gtin);

/** A preorder or backorder must say from which day on it ships. */
const isDated = ({ availability, availableOn }: FeedItem): boolean =>
  availableOn !== undefined || (availability !== 'PreOrder' && availability !== 'BackOrder');

const RULES: Record<FeedProblem, (item: FeedItem) => boolean> = {
  no_image: ({ hasImage }) => !hasImage,
  no_price: ({ price }) => Number(price) === 0,
  no_description: ({ description }) => tidyText(description, 1) === '',
  no_shipping: ({ shipping, isUnshipped }) => !isUnshipped && !shipping.length,
  no_date: (item) => !isDated(item),
  no_identifier: (item) => !hasGtin(item) && findMpn(item) === undefined,
  no_brand: ({ brand }) => !brand,
  shop_barcode: ({ gtin }) => gtin !== undefined && isShopBarcode(gtin),
  long_title: ({ title }) => [...title].length > FEED_TITLE_MAX_LENGTH,
  apparel_details: (item) => {
    const { color, size, gender, age_group: age } = item.details;
    return isApparel(item) && !(color && size && gender && age);
  },
};

/** Those that any of a product's variants has, the worst first. */
export const findProblems = (items: readonly FeedItem[]): FeedProblem[] =>
  FEED_PROBLEM_NAMES.filter((problem) => items.some((item) => RULES[problem](item)));
