/** The words of the storefront: home, lists, search, products, categories and pages of text. */
import { formatCount, pluralize } from '../format.ts';
import { spec } from './specification.ts';

const countProducts = (count: number) => pluralize(count, 'product', 'products');
const countCategories = (count: number) => pluralize(count, 'category', 'categories');

export const home = {
  hero: ['Useful things,', 'chosen with care.'],
  lead: (count: number, categories: number) =>
    `${countProducts(count)} in ${countCategories(categories)}, with clear descriptions and fair prices.`,
  metaDescription: 'An online shop with clear descriptions, fair prices and accurate stock.',
  leadEmpty: 'Our first products are on their way. Check back soon.',
  categories: 'Shop by category',
  filter: 'Filter',
  filterCount: (count: number) => (count ? `Filter (${count})` : 'Filter'),
  category: 'Category',
  price: 'Price',
  showProducts: (count: number | null) => (count === null ? 'Show products' : `Show ${countProducts(count)}`),
  apply: 'Apply',
  applied: 'Applied filters',
  removeFilter: 'Remove filter:',
  failed: "We couldn't load the products",
  reloadFailed: "We couldn't load these products. You still see the previous ones.",
  noResults: 'No products match your filters',
  noResultsHint: 'Remove a filter, or see all products.',
  empty: 'No products yet',
  emptyHint: 'Check back soon.',
  showAll: 'See all products',
} as const;

export const listing = {
  heading: 'Products',
  count: countProducts,
  pages: 'Pages of products',
  sort: 'Sort by',
  sorts: { relevance: 'Best match', newest: 'Newest', 'price-up': 'Price: low to high', 'price-down': 'Price: high to low', name: 'Name' },
  pageOutOfRange: (page: number) => `Page ${page} doesn't exist`,
  pageOutOfRangeHint: 'This list has fewer pages.',
  firstPage: 'Go to the first page',
} as const;

export const suggestions = {
  label: 'Suggestions',
  all: (keyword: string) => `All results for “${keyword}”`,
  /** Announced by screen readers, not shown. */
  count: (products: number, categories: number) => {
    const parts = [products && countProducts(products), categories && countCategories(categories)].filter(Boolean);
    return parts.length ? `${parts.join(' and ')} suggested` : 'No suggestions';
  },
} as const;

export const search = {
  title: 'Search',
  results: (total: number, isAbout: boolean) => `${isAbout ? 'about ' : ''}${formatCount(total)} ${spec.resultsFound}`,
  searchedFor: 'You searched for',
  emptyQuery: 'What are you looking for?',
  emptyQueryHint: 'Type a product, a color or a use into the search above.',
  noResults: (keyword: string) => `No results for “${keyword}”`,
  noResultsHint: 'Check the spelling or use fewer words.',
  tooLong: (max: number) => `Please search for at most ${max} characters`,
  metaDescription: 'Search all products by name and description.',
} as const;

export const stock = {
  inStock: 'In stock',
  lowStock: (count: number) => `Only ${count} left`,
  outOfStock: 'Out of stock',
} as const;

export const product = {
  add: 'Add to Cart',
  addShort: 'Add Cart',
  details: 'Details',
  moreDetails: 'More Details',
  similar: 'Similar Products',
  name: 'Name',
  price: 'Price',
  description: 'Description',
  category: 'Category',
  shipping: 'Shipping',
  ships: 'Yes',
  pickup: 'No, store pickup only',
  stock: 'In stock',
  decrease: 'Decrease quantity',
  increase: 'Increase quantity',
} as const;

export const productPage = {
  quantity: 'Quantity',
  noStock: 'None',
  openZoom: 'Enlarge image',
  image: 'Image',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomHint: 'Double-click or pinch to zoom, drag to move',
  buyBar: 'Buy',
} as const;

export const categoryPage = {
  count: countCategories,
  listMetaDescription: (count: number) => `Shop by category: ${countCategories(count)} to choose from.`,
  metaDescription: (name: string, count: number) => `${name}: ${countProducts(count)} with prices and stock.`,
  notFoundHint: "This category doesn't exist or is no longer available.",
  empty: 'No products in this category yet',
  emptyHint: 'Try one of the other categories.',
  none: 'No categories yet',
  noneHint: 'Check back soon.',
} as const;

export const contentPage = {
  edit: 'Edit this page',
} as const;
