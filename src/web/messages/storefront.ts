/** The words of the pages that come after the first one, and with them: products, categories, search, texts. */
import { formatCount } from '../format.ts';
import { spec } from './common.ts';
import { pluralize } from './storefront-home.ts';

export const search = {
  title: 'Search',
  results: (total: number, isAbout: boolean) => `${isAbout ? 'about ' : ''}${formatCount(total)} ${spec.resultsFound}`,
  searchedFor: 'You searched for',
  emptyQuery: 'Type something into the search above',
  emptyQueryHint: 'A name, a colour, what it is for.',
  noResults: 'Nothing has that in its name or description',
  noResultsHint: 'Try another word, or fewer letters of it.',
  tooLong: (max: number) => `A search takes ${max} letters at most.`,
  metaDescription: 'Search everything in the shop by its name and its description.',
} as const;

export const productPage = {
  quantity: 'Quantity',
  noStock: 'None',
  openZoom: 'Enlarge the picture',
  image: 'Picture',
  zoomIn: 'Larger',
  zoomOut: 'Smaller',
  zoomHint: 'Double-click or pinch to enlarge, drag to move',
  buyBar: 'Buy',
} as const;

export const categoryPage = {
  lead: (count: number) => `${pluralize(count, 'kind', 'kinds')} of things to look at.`,
  metaDescription: (name: string, count: number) =>
    `${name}: ${pluralize(count, 'product', 'products')}, each with its price and how many are left.`,
  notFoundHint: 'There is no such category, or not any more.',
  empty: 'Nothing in this category yet',
  emptyHint: 'Look at the others meanwhile.',
  none: 'No categories yet',
  noneHint: 'Once there are some, they stand here with their pictures.',
} as const;

export const contentPage = {
  edit: 'Edit this text',
} as const;
