/** The words of collections' pages. */
import { formatCount } from '../../shared/format.ts';
import { countProducts } from '../../shared/messages/home.ts';

export const collectionPage = {
  title: 'Collections',
  count: (count: number) => (count === 1 ? '1 collection' : `${formatCount(count)} collections`),
  listMetaDescription: (count: number) => `${collectionPage.count(count)} to choose from.`,
  metaDescription: (title: string, count: number): string => `${title}: ${countProducts(count)} with prices and stock.`,
  sort: 'Sort',
  /** `manual`: in the order that the merchant put them in. */
  sorts: { manual: 'Featured', 'best-selling': 'Best selling' },
  empty: 'No products in this collection at the moment',
  emptyHint: 'Come back soon, or look at one of the categories.',
  notFoundHint: "This collection doesn't exist or is no longer available.",
  all: 'All collections',
} as const;
