/**
 * Finds out which images the rows of an uploaded file name: images of this shop, or images to fetch from a host that the merchant allows.
 */
import { cutText } from '../../../../../contract/values.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { AppError } from '../../../../platform/errors.ts';
import { listShownImageIds } from '../../../content/media/image.repository.ts';
import { parseImageUrl } from '../../../content/media/image-url.ts';
import type { CsvRow } from '../formats/format.ts';
import { findImageHost } from './image-url.ts';
import { listImageNames } from './row-images.ts';

export interface ImageRules {
  hosts: ReadonlySet<string>;
  /** Ids of existing images among those that rows name by URLs of this shop. */
  ownIds: ReadonlySet<string>;
}

export async function findOwnImages(db: Database, rows: CsvRow[]): Promise<Set<string>> {
  const ids = rows.flatMap((row) => listImageNames(row.cells.image).flatMap((name) => parseImageUrl(name) ?? []));
  return ids.length ? listShownImageIds(db, [...new Set(ids)]) : new Set();
}

/** The id of an image that this shop has; null for one on an allowed host. Throws `invalid_request` for all others. */
export function resolveImageName(name: string, { hosts, ownIds }: ImageRules): string | null {
  const ownId = parseImageUrl(name);
  if (ownId && ownIds.has(ownId)) return ownId;
  const host = findImageHost(name);
  const refuse = (message: string) =>
    new AppError('invalid_request', message, { issues: [{ path: 'image', code: 'invalid_choice', message }] });
  if (!host)
    throw refuse(`${cutText(name, 200)} is no URL: images are named by https:// here, files beside the CSV file by the import command`);
  if (!hosts.has(host)) throw refuse(`images on ${host} aren't fetched: allow that host first`);
  return null;
}
