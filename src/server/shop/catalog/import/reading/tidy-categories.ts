/** Shortens the paths of categories that are too long or too deep, with a notice. */
import { isDeepStrictEqual } from 'node:util';
import { CATEGORY_LEVELS_MAX, CATEGORY_NAME_MAX_LENGTH, FURTHER_CATEGORIES_MAX } from '../../../../../contract/limits.ts';
import { cutText } from '../../../../../contract/values.ts';
import { parseCategoryPath, writeCategoryPath } from '../../categories/category-path.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { parseFurtherCategories, writeFurtherCategories } from '../formats/own-format.ts';

export const tellCut = (column: string, length: number): RowNotice => ({
  kind: 'cut',
  column,
  reason: `is longer than ${length.toLocaleString('en')} characters: the rest is left out`,
});

/** The names of a path that fit: each as long, and as many, as categories can be. */
const tidyPath = (text: string): string =>
  writeCategoryPath(
    parseCategoryPath(text)
      .slice(0, CATEGORY_LEVELS_MAX)
      .map((name) => cutText(name, CATEGORY_NAME_MAX_LENGTH).trim()),
  );

export function tidyCategories(cells: CsvRow['cells']): RowNotice[] {
  const notices: RowNotice[] = [];
  const tidy = (text: string): string => {
    const names = parseCategoryPath(text);
    const short = tidyPath(text);
    if (isDeepStrictEqual(parseCategoryPath(short), names)) return text;
    const isDeep = names.length > CATEGORY_LEVELS_MAX;
    if (isDeep)
      notices.push({
        kind: 'cut',
        column: 'category',
        reason: `is deeper than ${CATEGORY_LEVELS_MAX} levels: the product is put in ${short}`,
      });
    else notices.push(tellCut('category', CATEGORY_NAME_MAX_LENGTH));
    return short;
  };
  if (cells.category) cells.category = tidy(cells.category);
  if (!cells.further_categories) return notices;
  const all = parseFurtherCategories(cells.further_categories);
  const fitting = all.slice(0, FURTHER_CATEGORIES_MAX).map(tidy);
  if (fitting.length < all.length)
    notices.push({
      kind: 'dropped',
      column: 'category',
      reason: `is in ${all.length} further categories: the first ${FURTHER_CATEGORIES_MAX} are imported`,
    });
  if (!isDeepStrictEqual(fitting, all)) cells.further_categories = writeFurtherCategories(fitting);
  return notices;
}
