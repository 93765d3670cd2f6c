/** The words of the store's pages. Literal ones of the specification stand in `spec` in messages.ts. */
import { spec } from './messages.ts';

/** What a tab is called: the page, then the shop. */
export function titleOf(page: string): string {
  return `${page} – ${spec.title}`;
}

const counted = (count: number, one: string, many: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
const products = (count: number) => counted(count, 'product', 'products');

export const home = {
  hero: ['Useful things,', 'chosen with care.'],
  lead: (count: number, categories: number) =>
    `${products(count)} in ${counted(categories, 'category', 'categories')}, described plainly and priced fairly.`,
  summary: 'An online shop with plain descriptions, fair prices and a stock that is true.',
  leadEmpty: 'The shelves are being filled. Come back soon.',
  categories: 'Shop by category',
  filter: 'Filter',
  filterCount: (count: number) => (count ? `Filter (${count})` : 'Filter'),
  category: 'Category',
  price: 'Price',
  show: (count: number | null) => (count === null ? 'Show products' : `Show ${products(count)}`),
  apply: 'Apply',
  applied: 'Applied filters',
  takeAway: 'Remove filter:',
  failed: "These products couldn't be loaded",
  failedKept: "The products you asked for couldn't be loaded. What you see is what was here before.",
  none: 'Nothing fits all of that',
  noneHint: 'Take a filter away, or look at everything.',
  empty: 'No products yet',
  emptyHint: 'As soon as the first one is on the shelf, it stands here.',
  everything: 'See all products',
} as const;

export const listing = {
  heading: 'Products',
  count: products,
  pages: 'Pages of products',
  sort: 'Sort by',
  sorts: { newest: 'Newest', 'price-up': 'Price, low to high', 'price-down': 'Price, high to low', name: 'Name' },
  beyond: (page: number) => `There is no page ${page}`,
  beyondHint: 'The list is shorter than that.',
  firstPage: 'Back to the first page',
} as const;

export const detail = {
  trail: 'You are here',
  quantity: 'Quantity',
  less: 'One less',
  more: 'One more',
  none: 'None',
  enlarge: 'Enlarge the picture',
  picture: 'Picture',
  zoomIn: 'Larger',
  zoomOut: 'Smaller',
  zoomHint: 'Double-click or pinch to enlarge, drag to move',
  buyBar: 'Buy',
} as const;

export const categoryPage = {
  title: 'Categories',
  lead: (count: number) => `${counted(count, 'kind', 'kinds')} of things to look at.`,
  summary: (name: string, count: number) => `${name}: ${counted(count, 'product', 'products')}, each with its price and how many are left.`,
  missingHint: 'There is no such category, or not any more.',
  empty: 'Nothing in this category yet',
  emptyHint: 'Look at the others meanwhile.',
  none: 'No categories yet',
  noneHint: 'Once there are some, they stand here with their pictures.',
} as const;

export const search = {
  title: 'Search',
  shown: 'You searched for',
  blank: 'Type something into the search above',
  blankHint: 'A name, a colour, what it is for.',
  none: 'Nothing has that in its name or description',
  noneHint: 'Try another word, or fewer letters of it.',
  tooLong: (most: number) => `A search takes ${most} letters at most.`,
  summary: 'Search everything in the shop by its name and its description.',
} as const;

export const cart = {
  title: 'Cart',
  hello: (name: string) => `Hello ${name}`,
  guest: 'Guest',
  count: (count: number) => (count ? `You have ${counted(count, 'item', 'items')} in your cart` : 'Your cart is empty'),
  empty: 'Nothing in here yet',
  lead: 'What you add stays here, in this browser, until you buy it or take it out.',
  emptyHint: 'The categories and the search above lead to what there is.',
  browse: 'See the products',
  items: 'Items',
  each: (price: string) => `${price} each`,
  priceChanged: (was: string, now: string) => `Price was ${was}, is now ${now}`,
  inStock: 'In stock',
  short: (left: number) => `Only ${left} left`,
  soldOut: 'Sold out',
  gone: 'No longer sold',
  reduce: (left: number) => `Reduce to ${left}`,
  removeAll: (count: number) => `Remove all ${count}`,
  since: (changes: string[]) => `Since you were here: ${changes.join(', ')}.`,
  changes: {
    price: (count: number) => counted(count, 'price changed', 'prices changed'),
    short: (count: number) => `too few of ${counted(count, 'product', 'products')}`,
    out: (count: number) => `${count} sold out`,
    gone: (count: number) => `${count} no longer sold`,
  },
  notCompared: "Prices and stock couldn't be checked just now. The checkout does it in any case.",
  removed: 'Removed:',
  undo: 'Undo',
  countOf: (name: string) => `How many: ${name}`,
  removeOf: (name: string) => `${spec.removeItem}: ${name}`,
  summary: 'Summary',
  itemsLine: (count: number) => counted(count, 'item', 'items'),
  total: 'Total',
  address: 'Current Address',
  noAddress: 'No address yet',
  testCard: (number: string) => `Test card ${number}, any future date, any CVC`,
  next: 'What comes next',
  steps: [
    'You pay on the page of the card provider. Your card never passes through this shop.',
    'Back here, your order is confirmed within seconds.',
    'It stands under your orders, with its number and its state.',
  ],
  noProvider: "Paying isn't set up yet in this shop.",
  strangeAddress: 'The payment page has an address that this shop does not know. Nothing was charged.',
  checkoutFailed: "The checkout couldn't be opened",
} as const;

export const payment = {
  title: 'Your order',
  login: 'Log in to see your order',
  loginHint: 'An order is shown only to the person who made it.',
  unknown: 'There is no such order here',
  unknownHint: 'Perhaps it belongs to another account, or the address was cut short.',
  failed: "Your order couldn't be looked up",
  waiting: 'Waiting for the payment to be confirmed…',
  waitingHint: 'This takes a few seconds. You can leave; your order stays.',
  slow: 'The confirmation is taking longer than usual',
  slowHint: 'Nothing is lost: your order is kept, and stands under your orders.',
  paid: 'Payment successful',
  paidHint: (number: number) => `Thank you. Order #${number} is paid.`,
  review: 'We have your payment and are checking your order',
  reviewHint: (number: number) => `A person looks at order #${number}. You need to do nothing.`,
  cancelled: 'This order was cancelled',
  expired: 'This order was not paid in time',
  unpaidHint: 'Nothing was bought. What you chose may still be in your cart.',
  toCart: 'Go to the cart',
  toOrders: 'See your orders',
  receipt: 'What you bought',
  order: (number: number) => `Order #${number}`,
  total: 'Total',
  address: 'Address',
} as const;

export const cancelPage = {
  asking: 'Cancelling the payment…',
  done: 'Nothing was charged. Your cart is as it was.',
  plain: 'Your cart is as it was.',
  login: 'Log in, so that the order can be given up. Otherwise it runs out by itself.',
  paid: 'This order is paid already, so it could not be cancelled.',
  toOrder: 'See the order',
  failed: "The order couldn't be cancelled. If you leave it, it runs out by itself.",
  back: 'Back to the cart',
} as const;

export const textPage = {
  edit: 'Edit this text',
} as const;
