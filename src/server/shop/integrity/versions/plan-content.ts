/** Earlier versions of categories and pages. */
import { Check } from 'typebox/value';
import type { PageInput } from '../../../../contract/page.ts';
import { PageInput as PageSchema } from '../../../../contract/page.ts';
import { addCategory, changeCategory } from '../../catalog/categories/category.service.ts';
import { imageUrl } from '../../content/media/image-url.ts';
import { findPageBySlug } from '../../content/pages/page.repository.ts';
import { addPage, changePage } from '../../content/pages/page.service.ts';
import type { Row } from './version.repository.ts';
import { type Context, createNotRestorable, getVersion, hasFiles, listChanges, pick, type VersionPlan } from './version-plan.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export async function planCategory({ images }: Context, id: string, current: Row | undefined, before: Row): Promise<VersionPlan> {
  const next = pick(before, ['name', 'description', 'image_id', 'image_alt']);
  const imageId = text(next.image_id);
  const isNewImage = imageId !== '' && imageId !== current?.image_id;
  const isGone = isNewImage && !(await hasFiles(images, imageId));
  if (isGone) Object.assign(next, { image_id: current?.image_id ?? null, image_alt: current?.image_alt ?? '' });
  const shownId = text(next.image_id);
  const input = {
    name: text(next.name),
    description: text(next.description),
    image: shownId ? { url: imageUrl(shownId), alt: text(next.image_alt) } : null,
  };
  const version = getVersion(current);
  return {
    version,
    changes: listChanges(current, next),
    kept: isGone ? [{ field: 'image', reason: 'gone' }] : [],
    imageIds: isNewImage && !isGone ? [imageId] : [],
    write: (context) => (version === null ? addCategory(context, { id, ...input }) : changeCategory(context, id, { ...input, version })),
  };
}

export async function planPage({ db }: Context, id: string, current: Row | undefined, before: Row): Promise<VersionPlan> {
  const next = pick(before, ['title', 'slug', 'text', 'status', 'in_footer', 'footer_position', 'description']);
  if (!current) next.status = 'draft';
  const owner = await findPageBySlug(db, text(next.slug));
  const isTaken = owner !== null && owner.id !== id;
  // An empty slug leaves it unchanged, or is made from the title.
  if (isTaken) next.slug = current?.slug ?? '';
  const { in_footer: inFooter, footer_position: footerPosition, ...rest } = next;
  const input = { ...rest, inFooter, footerPosition };
  if (!isPageInput(input)) throw createNotRestorable('That version has a form that pages no longer have');
  const version = getVersion(current);
  return {
    version,
    changes: listChanges(current, next),
    kept: isTaken ? [{ field: 'slug', reason: 'taken' }] : [],
    imageIds: [],
    write: (context) => (version === null ? addPage(context, input, id) : changePage(context, id, input, version)),
  };
}

const isPageInput = (value: unknown): value is PageInput => Check(PageSchema, value);
