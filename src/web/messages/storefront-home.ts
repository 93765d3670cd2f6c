/** The words of the first page, and those of all lists. Literal ones of the specification stand in `spec` in messages.ts. */
import { formatCount } from '../format.ts';
import { spec } from './common.ts';

/** What a tab is called: the page, then the shop. */
export function formatPageTitle(page: string): string {
  return `${page} – ${spec.title}`;
}

/** A number and what it counts. */
export const pluralize = (count: number, one: string, many: string) => `${formatCount(count)} ${count === 1 ? one : many}`;
const countProducts = (count: number) => pluralize(count, 'product', 'products');

export const home = {
  hero: ['Useful things,', 'chosen with care.'],
  lead: (count: number, categories: number) =>
    `${countProducts(count)} in ${pluralize(categories, 'category', 'categories')}, described plainly and priced fairly.`,
  metaDescription: 'An online shop with plain descriptions, fair prices and a stock that is true.',
  leadEmpty: 'The shelves are being filled. Come back soon.',
  categories: 'Shop by category',
  filter: 'Filter',
  filterCount: (count: number) => (count ? `Filter (${count})` : 'Filter'),
  category: 'Category',
  price: 'Price',
  showProducts: (count: number | null) => (count === null ? 'Show products' : `Show ${countProducts(count)}`),
  apply: 'Apply',
  applied: 'Applied filters',
  removeFilter: 'Remove filter:',
  failed: "These products couldn't be loaded",
  reloadFailed: "The products you asked for couldn't be loaded. What you see is what was here before.",
  noResults: 'Nothing fits all of that',
  noResultsHint: 'Take a filter away, or look at everything.',
  empty: 'No products yet',
  emptyHint: 'As soon as the first one is on the shelf, it stands here.',
  showAll: 'See all products',
} as const;

export const listing = {
  heading: 'Products',
  count: countProducts,
  pages: 'Pages of products',
  sort: 'Sort by',
  sorts: { relevance: 'Best match', newest: 'Newest', 'price-up': 'Price, low to high', 'price-down': 'Price, high to low', name: 'Name' },
  pageOutOfRange: (page: number) => `There is no page ${page}`,
  pageOutOfRangeHint: 'The list is shorter than that.',
  firstPage: 'Back to the first page',
} as const;

export const suggestions = {
  label: 'Suggestions',
  all: (keyword: string) => `All results for “${keyword}”`,
  /** Read out, not shown. */
  count: (products: number, categories: number) => {
    const parts = [products && listing.count(products), categories && pluralize(categories, 'category', 'categories')].filter(Boolean);
    return parts.length ? `${parts.join(' and ')} suggested` : 'Nothing to suggest';
  },
} as const;
