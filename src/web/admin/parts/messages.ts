/** The words of parts that several pages of the admin area have. */
import { formatCount } from '../../shared/format.ts';

const SHOWN = 4;

/** The first few, and how many more there are. */
function list(labels: string[]): string {
  const more = labels.length - SHOWN;
  return more > 0 ? `${labels.slice(0, SHOWN).join(', ')} and ${more} more` : labels.join(', ');
}

const TITLE = 'Unsaved changes';

export const saveBar = {
  title: TITLE,
  unsaved: (labels: string[]) => (labels.length > 0 ? `${TITLE}: ${list(labels)}` : TITLE),
  save: 'Save',
  discard: 'Discard',
  allSaved: 'All changes saved',
  confirmDiscard: 'Discard your changes?',
  confirmDiscardHint: 'The page shows again what was saved last.',
  keep: 'Keep editing',
} as const;

export const googleCategoryField = {
  label: 'Google’s product category',
  placeholder: 'Search, or type its number',
  list: 'Google’s product categories',
  noMatch: 'No category of Google’s has these words',
} as const;

export const categoryFields = {
  parent: 'Parent category',
  noParent: 'None',
  list: 'Categories',
  noMatch: 'No matching category',
  further: 'Further categories',
  furtherHint: 'The product is listed in these too.',
  addFurther: 'Search categories',
  removeFurther: (name: string) => `Remove from ${name}`,
  gone: 'A deleted category',
} as const;

export const ownImage = {
  choose: 'Choose image',
  change: 'Change image',
  remove: 'Remove image',
  uploadCancelled: 'Upload cancelled. Nothing was saved.',
} as const;

/** Of choices of which any number can be checked. */
export const choices = {
  found: (found: string, total: string) => `${found} of ${total} shown`,
} as const;

/** Of a list of products that is put in order by hand. */
export const pickedProducts = {
  find: 'Add products',
  findHint: 'Search by name or SKU.',
  add: (name: string) => `Add ${name}`,
  none: 'No product found that isn’t in the list',
  count: (count: number, max: number) => `${formatCount(count)} of at most ${formatCount(max)}`,
  full: (max: number) => `The list is full: it holds ${formatCount(max)} products at most.`,
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  remove: (name: string) => `Remove ${name} from the list`,
  moved: (name: string, place: number, count: number) => `${name} is now ${place} of ${count}`,
  gone: 'A deleted product',
  statuses: { active: '', draft: 'Draft', archived: 'Archived', scheduled: 'Scheduled', ended: 'Ended' },
  notShown: 'Not shown in the shop',
} as const;
