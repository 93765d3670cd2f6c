/**
 * Which images a product gets of those that its row names: images of this shop, or images to fetch from hosts that the merchant allows. Others are
 * left out with a notice; the product is imported all the same.
 */

import type { DetailedProduct } from '../../../../../contract/product.ts';
import type { ProductImageInput } from '../../../../../contract/product-fields.ts';
import { cutText } from '../../../../../contract/values.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { AppError } from '../../../../platform/errors.ts';
import { listShownImageIds } from '../../../content/media/image.repository.ts';
import { imageUrl, parseImageUrl } from '../../../content/media/image-url.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { listImageNames, parseRowImages } from '../formats/own-format.ts';

export interface ImageRules {
  hosts: ReadonlySet<string>;
  /** Ids of existing images among those that rows name by URLs of this shop. */
  ownIds: ReadonlySet<string>;
}

export async function findOwnImages(db: Database, rows: CsvRow[]): Promise<Set<string>> {
  const ids = rows.flatMap((row) => listImageNames(row.cells.image).flatMap((name) => parseImageUrl(name) ?? []));
  return ids.length ? listShownImageIds(db, [...new Set(ids)]) : new Set();
}

/** The host of an image's URL; null if it isn't a URL. */
export function findImageHost(name: string): string | null {
  if (!/^https?:\/\//i.test(name) || !URL.canParse(name)) return null;
  return new URL(name).hostname;
}

/** The id of an image that this shop has; null for one on an allowed host. Throws `invalid_request` for all others. */
export function resolveImageName(name: string, { hosts, ownIds }: ImageRules): string | null {
  const ownId = parseImageUrl(name);
  if (ownId && ownIds.has(ownId)) return ownId;
  const host = findImageHost(name);
  const refuse = (message: string) =>
    new AppError('invalid_request', message, { issues: [{ path: 'image', code: 'invalid_choice', message }] });
  if (!host)
    throw refuse(
      `${cutText(name, 200)} isn't a URL: use https:// here; image files next to the CSV file can only be imported on the command line`,
    );
  if (!hosts.has(host)) throw refuse(`images on ${host} aren't fetched: allow that host first`);
  return null;
}

/** An image as the row names it. */
export interface PlannedImage extends ProductImageInput {
  /** Why the product can't get it. */
  problem?: string;
  /** The host that has to be allowed for it. */
  refusedHost?: string;
}

/** All images that the row names, in its order, because variants refer to them by position. */
export function planImages({ cells }: Pick<CsvRow, 'cells'>, rules: ImageRules): PlannedImage[] {
  const [first] = listImageNames(cells.image);
  if (!first) return [];
  const { alt, moreImages } = parseRowImages(cells);
  return [{ url: first, alt }, ...moreImages].map((image) => {
    try {
      resolveImageName(image.url, rules);
      return image;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const host = findImageHost(image.url);
      return { ...image, problem: error.message, ...(host && { refusedHost: host }) };
    }
  });
}

export const isUsable = ({ problem }: PlannedImage): boolean => problem === undefined;

/** The first of several problems, with their number: a product may have 250 images on a host that isn't allowed. */
export function noteImages({ columns }: CsvRow, problems: readonly string[], isWithoutAny: boolean): RowNotice[] {
  const column = columns?.image ?? 'image';
  const [first] = problems;
  const reason = first && `${first}${problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''}`;
  if (isWithoutAny) return [{ kind: 'no_image', column, reason: `is imported without an image${reason ? `: ${reason}` : ''}` }];
  return reason ? [{ kind: 'dropped', column, reason }] : [];
}

/** As `noteImages`, before any is fetched: names the host that the first of them waits for. */
export function notePlannedImages(row: CsvRow, images: readonly PlannedImage[], isWithoutAny: boolean): RowNotice[] {
  const refused = images.filter((it) => !isUsable(it));
  const problems = refused.flatMap(({ problem }) => problem ?? []);
  const host = refused[0]?.refusedHost;
  return noteImages(row, problems, isWithoutAny).map((notice) => ({ ...notice, ...(host && { host }) }));
}

/** Names the first of the images of which only the first frame is kept. */
export function noteAnimations({ columns }: CsvRow, names: readonly string[]): RowNotice[] {
  const [first] = names;
  if (first === undefined) return [];
  const more = names.length > 1 ? ` (and ${names.length - 1} more)` : '';
  return [
    {
      kind: 'cut',
      column: columns?.image ?? 'image',
      reason: `image ${cutText(first, 300)} is animated${more}: only the first frame is kept`,
    },
  ];
}

/** If the product already has these images in this order, nothing changes. */
export function hasImages(product: DetailedProduct, images: ProductImageInput[]): boolean {
  const isSame = ({ url, alt }: ProductImageInput, index: number) => {
    const stored = product.images[index];
    const id = parseImageUrl(url);
    return stored !== undefined && id !== null && imageUrl(id) === stored.url && (alt || product.name) === stored.alt;
  };
  return images.length === product.images.length && images.every(isSame);
}

/** Whether the product only has the placeholder. */
export const isWithoutImage = ({ images }: DetailedProduct, placeholderId: string | null): boolean =>
  placeholderId !== null && images.length === 1 && parseImageUrl(images[0]?.url ?? '') === placeholderId;
