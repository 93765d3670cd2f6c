/** What is sent of a category, as columns; and what the database refuses of it, as errors that name the field. */
import type { CustomFieldsInput } from '../../../../contract/custom-field-values.ts';
import type { IssueCode } from '../../../../contract/errors.ts';
import { CATEGORY_LEVELS_MAX } from '../../../../contract/limits.ts';
import type { ProductImageInput } from '../../../../contract/product-fields.ts';
import { findCheckViolation, findUniqueViolation, isForeignKeyViolation } from '../../../platform/database/pg-errors.ts';
import { AppError } from '../../../platform/errors.ts';
import { parseImageUrl } from '../../content/media/image-url.ts';
import type { Brother } from './category.repository.ts';
import { requireGoogleCategory } from './google-categories.ts';

/** Absent fields stay as they are. */
export interface CategoryInput {
  name: string;
  description?: string;
  /** Null: no image of its own. */
  image?: ProductImageInput | null;
  /** Null: at the top. */
  parent?: string | null;
  /** A number of Google's or a whole path; empty: that of its parent. */
  googleCategory?: string;
  customFields?: CustomFieldsInput;
}

export const categoryNotFound = () => new AppError('category_not_found', 'This category no longer exists');
const createNameTakenError = (name: string) =>
  new AppError('name_taken', `There is already a category named ${name}`, {
    issues: [{ path: 'name', code: 'taken', message: 'is taken' }],
  });

export const createIssueError = (path: string, code: IssueCode, message: string) =>
  new AppError('invalid_request', message, { issues: [{ path, code, message }] });

/** Behind the others, if somebody has ordered them; otherwise they are sorted by name. */
export const getNextPosition = (brothers: readonly Brother[]): number => {
  const last = Math.max(0, ...brothers.map(({ position }) => position));
  return last && last + 1;
};

/** Converts violated constraints, among them those of functions/category_tree.sql, to errors that name the field. */
export function toCategoryError(error: unknown, name: string): unknown {
  if (findUniqueViolation(error) === 'categories_sibling_name_key') return createNameTakenError(name);
  const check = findCheckViolation(error);
  if (check === 'categories_circle')
    return createIssueError('parent', 'invalid_choice', 'A category can’t be put below itself. Choose another parent.');
  if (check === 'categories_levels')
    return createIssueError(
      'parent',
      'nested_too_deeply',
      `Categories can be ${CATEGORY_LEVELS_MAX} levels deep. Choose a parent further up.`,
    );
  if (isForeignKeyViolation(error))
    return createIssueError('parent', 'unknown', 'This parent category no longer exists. Please choose another.');
  return error;
}

export const unknownImage = () =>
  new AppError('invalid_request', 'This image no longer exists: please upload it again', {
    issues: [{ path: 'image', code: 'unknown', message: 'is unknown' }],
  });

/** An alternative text that equals the category's name is stored as empty, so that it follows the name when that changes. */
export function toColumns({ name, description, image, parent, googleCategory }: CategoryInput) {
  const imageId = image && parseImageUrl(image.url);
  if (image && !imageId) throw unknownImage();
  const alt = image?.alt?.trim() ?? '';
  return {
    name: name.trim(),
    ...(description !== undefined && { description: description.trim() }),
    ...(image !== undefined && { imageId: imageId ?? null, imageAlt: alt === name.trim() ? '' : alt }),
    ...(parent !== undefined && { parentId: parent?.toLowerCase() ?? null }),
    ...(googleCategory !== undefined && { googleCategory: googleCategory.trim() ? requireGoogleCategory(googleCategory) : null }),
  };
}
