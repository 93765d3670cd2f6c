/** The words of bundles, for customers and for the team. */
import { pluralize } from '../format.ts';

export const bundle = {
  parts: 'In this bundle',
  each: (price: string) => `${price} each`,
  separately: (price: string, saved: string) => `${price} bought separately: you save ${saved}`,
  legend: 'Bundle',
  hint: 'Made of other products, sold together at one price. Its stock is the least of its parts.',
  quantityNow: (count: string) => `${count} can be bought now: as many as the least part allows.`,
  find: 'Add a part',
  findHint: 'Search by name or SKU. Bundles can’t be parts.',
  add: (name: string) => `Add ${name}`,
  noneFound: 'No product found',
  remove: (name: string) => `Remove ${name}`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  count: (name: string) => `Pieces of ${name} in one bundle`,
  variant: (name: string) => `Variant of ${name}`,
  choose: 'Choose a variant',
  inStock: (count: string) => `${count} in stock`,
  unlimited: 'not counted',
  sum: (sum: string) => `Its parts cost ${sum} bought separately.`,
  saving: (sum: string, saved: string, percent: number) =>
    `Its parts cost ${sum} bought separately: customers save ${saved} (${percent}%).`,
  noSaving: (sum: string) => `Its parts cost ${sum} bought separately, which isn’t more than the bundle.`,
  removed: (name: string) => `${name} removed`,
  moved: (name: string, position: number, count: number) => `${name} moved to ${position} of ${count}`,
  noParts: 'Not a bundle',
  hasOptions: 'A product with options can’t be a bundle.',
  problems: {
    inactive: 'Not active: the bundle can’t be sold until it is.',
    variant_required: 'It has been given options: choose a variant.',
    variant_gone: 'Its variant was deleted: choose another.',
  },
  isPartOf: (count: number) => `A part of ${pluralize(count, 'bundle', 'bundles')}:`,
  inTable: 'Bundle: follows its parts',
  through: (name: string) => `in ${name}`,
} as const;
