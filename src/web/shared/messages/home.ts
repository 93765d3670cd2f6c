/** The words of the home page and of product lists, which are part of the first download. */
import { MAX_TOTAL } from '../../../contract/limits.ts';
import { pluralize } from '../format.ts';

export const countProducts = (count: number) => pluralize(count, 'product', 'products');
export const countCategories = (count: number) => pluralize(count, 'category', 'categories');

export const home = {
  lead: (count: number, categories: number) => `${countProducts(count)} in ${countCategories(categories)}`,
  categories: 'Shop by category',
  filter: 'Filter',
  filterCount: (count: number) => (count ? `Filter (${count})` : 'Filter'),
  category: 'Category',
  price: 'Price',
  showProducts: (count: number | null) => (count === null ? 'Show products' : `Show ${countProducts(count)}`),
  apply: 'Apply',
  clear: 'Clear filters',
  applied: 'Applied filters',
  removeFilter: 'Remove filter:',
  failed: "We couldn't load the products",
  reloadFailed: "We couldn't load these products. You still see the previous ones.",
  noResults: 'No products match your filters',
  noResultsHint: 'Remove a filter, or see all products.',
  empty: 'No products yet',
  emptyHint: 'Products will appear here.',
  showAll: 'See all products',
} as const;

export const listing = {
  heading: 'Products',
  count: (count: number, isAbout = false) =>
    isAbout && count >= MAX_TOTAL ? countProducts(count).replace(' ', '+ ') : countProducts(count),
  pages: 'Pages of products',
  sort: 'Sort by',
  sorts: { relevance: 'Best match', newest: 'Newest', 'price-up': 'Price: low to high', 'price-down': 'Price: high to low', name: 'Name' },
  pageOutOfRange: (page: number) => `Page ${page} doesn't exist`,
  pageOutOfRangeHint: 'This list has fewer pages.',
  firstPage: 'Go to the first page',
} as const;

export const stock = {
  inStock: 'In stock',
  lowStock: (count: number) => `Only ${count} left`,
  outOfStock: 'Out of stock',
  allInCart: (count: number) =>
    count === 1 ? 'Only 1 left, and it’s already in your cart' : `Only ${count} left, and all of them are in your cart already`,
  someAdded: (added: number, count: number) => `Only ${count} left: ${added} more added to your cart`,
} as const;

export const product = {
  add: 'Add to Cart',
  addShort: 'Add Cart',
  details: 'Details',
  /** A card of a product with options leads to its page. */
  choose: 'Choose options',
  priceFrom: 'From',
  priceBefore: 'Was',
  save: (percent: number) => `Save ${percent}%`,
  moreDetails: 'More Details',
} as const;
