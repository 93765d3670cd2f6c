/** The words of search, product, category and content pages, which are downloaded after the home page. */
import { formatCount } from '../format.ts';
import { countCategories, countProducts } from './home.ts';
import { spec } from './specified-labels.ts';

/** What is said where JavaScript is off. Apart from common.ts, as the first page doesn't say it. */
export const noScript = 'Cart, login and checkout need JavaScript. You can browse the shop without it.';

export const search = {
  title: 'Search',
  failed: "The search didn't work",
  results: (total: number, isAbout: boolean) => `${isAbout ? 'about ' : ''}${formatCount(total)} ${spec.resultsFound}`,
  searchedFor: 'You searched for',
  noFullMatch: 'No product matches all of',
  closest: 'Closest matches:',
  emptyQuery: 'What are you looking for?',
  emptyQueryHint: 'Search for a product by its name, color or purpose.',
  noResults: (keyword: string) => `No results for “${keyword}”`,
  noResultsHint: 'Check the spelling or use fewer words.',
  tooLong: (max: number) => `Please search for at most ${max} characters`,
  metaDescription: 'Search all products by name and description.',
} as const;

export const productPage = {
  takes: (ready: string | undefined, days: string) => `${ready ? `Ready in ${ready}, delivered` : 'Delivered'} in ${days} working days`,
  similar: 'Similar Products',
  name: 'Name',
  price: 'Price',
  description: 'Description',
  category: 'Category',
  delivery: 'Delivery',
  ships: 'Ships to your address',
  notShipped: 'Not shipped',
  attributes: 'Specifications',
  sku: 'SKU',
  weight: 'Weight',
  brand: 'Brand',
  countryOfOrigin: 'Made in',
  condition: 'Condition',
  conditions: { new: 'New', refurbished: 'Refurbished', used: 'Used' },
  stock: 'Availability',
  inStock: (count: number) => `${formatCount(count)} in stock`,
  decrease: 'Decrease quantity',
  increase: 'Increase quantity',
  quantity: 'Quantity',
  noStock: 'Sold out',
  openZoom: 'Enlarge image',
  image: 'Image',
  gallery: 'Images',
  previousImage: 'Previous image',
  nextImage: 'Next image',
  imagePosition: (position: number, count: number) => `${position} / ${count}`,
  imageAnnouncement: (position: number, count: number) => `Image ${position} of ${count}`,
  showImage: (position: number, alt: string) => `Image ${position}: ${alt}`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomHint: 'Double-click or pinch to zoom, drag to move',
  buyBar: 'Buy',
  /** Names of options are the merchant's; abbreviations keep their capitals. */
  choose: (option: string) =>
    `Choose ${/^[aeio]/i.test(option) ? 'an' : 'a'} ${/^.\p{Lu}/u.test(option) ? option : option.charAt(0).toLowerCase() + option.slice(1)}`,
  unsold: "This combination isn't available. Choose another.",
  unavailable: 'Unavailable',
  valueSoldOut: 'sold out',
  valueUnsold: 'not available with your other choice',
  showChoice: 'Show this choice',
  notLoaded: "Prices and stock couldn't be loaded. Choose again.",
} as const;

export const categoryPage = {
  /** The chips that lead to the categories below one. */
  below: (name: string) => `Categories in ${name}`,
  count: countCategories,
  listMetaDescription: (count: number) => `Shop by category: ${countCategories(count)} to choose from.`,
  metaDescription: (name: string, count: number) => `${name}: ${countProducts(count)} with prices and stock.`,
  notFoundHint: "This category doesn't exist or is no longer available.",
  empty: 'No products in this category yet',
  emptyHint: 'Try one of the other categories.',
  none: 'No categories yet',
  noneHint: 'Categories will appear here.',
} as const;

export const brandPage = {
  metaDescription: (name: string, count: number) => `${name}: ${countProducts(count)} with prices and stock.`,
  notFound: 'Brand not found',
  notFoundHint: "This brand doesn't exist or is no longer available.",
  empty: 'No products of this brand at the moment',
  emptyHint: 'Have a look at the others.',
} as const;

export const contentPage = {
  withdrawal: 'Without a login, and without giving a reason. The receipt is emailed to the address of your order.',
  edit: 'Edit this page',
  /** For admins. */
  draft: 'This text is a draft that came with your shop. Replace it with your own before you sell.',
} as const;

export const suggestions = {
  label: 'Suggestions',
  closest: 'Closest matches',
  all: (keyword: string) => `All results for “${keyword}”`,
  /** Announced by screen readers, not shown. */
  count: (products: number, categories: number, isNear: boolean) => {
    const parts = [products && countProducts(products), categories && countCategories(categories)].filter(Boolean);
    return parts.length ? `${isNear ? 'No full match: ' : ''}${parts.join(' and ')} suggested` : 'No suggestions';
  },
} as const;

/** Values of the merchant's own fields. */
export const customFields = {
  yes: 'Yes',
  no: 'No',
  ofOrder: 'More about this order',
} as const;
