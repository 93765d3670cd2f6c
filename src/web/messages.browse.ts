/** The words of the pages that come after the first one, and with them: products, categories, search, texts. */
import { formatCount } from './format.ts';
import { counted } from './messages.store.ts';
import { spec } from './messages.ts';

export const search = {
  title: 'Search',
  results: (total: number, isAbout: boolean) => `${isAbout ? 'about ' : ''}${formatCount(total)} ${spec.resultsFound}`,
  shown: 'You searched for',
  blank: 'Type something into the search above',
  blankHint: 'A name, a colour, what it is for.',
  none: 'Nothing has that in its name or description',
  noneHint: 'Try another word, or fewer letters of it.',
  tooLong: (most: number) => `A search takes ${most} letters at most.`,
  summary: 'Search everything in the shop by its name and its description.',
} as const;

export const detail = {
  quantity: 'Quantity',
  none: 'None',
  enlarge: 'Enlarge the picture',
  picture: 'Picture',
  zoomIn: 'Larger',
  zoomOut: 'Smaller',
  zoomHint: 'Double-click or pinch to enlarge, drag to move',
  buyBar: 'Buy',
} as const;

export const categoryPage = {
  lead: (count: number) => `${counted(count, 'kind', 'kinds')} of things to look at.`,
  summary: (name: string, count: number) => `${name}: ${counted(count, 'product', 'products')}, each with its price and how many are left.`,
  missingHint: 'There is no such category, or not any more.',
  empty: 'Nothing in this category yet',
  emptyHint: 'Look at the others meanwhile.',
  none: 'No categories yet',
  noneHint: 'Once there are some, they stand here with their pictures.',
} as const;

export const textPage = {
  edit: 'Edit this text',
} as const;
