/** The words of parts that several pages of the admin area have. */

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
