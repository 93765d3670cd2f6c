/** The words of the store's pages. Literal ones of the specification stand in `spec` in messages.ts. */
import { spec } from './messages.ts';

/** What a tab is called: the page, then the shop. */
export function titleOf(page: string): string {
  return `${page} – ${spec.title}`;
}

/** A number and what it counts. */
export const counted = (count: number, one: string, many: string) => `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
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

export const textPage = {
  edit: 'Edit this text',
} as const;
