/** Puts products into collections, and adds the files that they are sold with, once their rows are written. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { COLLECTION_PRODUCTS_MAX } from '../../../../../contract/collection.ts';
import { DOWNLOADS_MAX } from '../../../../../contract/limits.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { listBySlugs, lockCollection, updateCollection } from '../../collections/collection.repository.ts';
import { addCollection } from '../../collections/collection.service.ts';
import { createFile, createPiece, listFilesOf } from '../../downloads/download.repository.ts';
import type { NamedCollection, NamedDownload } from '../formats/extra-cells.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { type FetchedFiles, toFileKey } from '../images/fetch-downloads.ts';
import { DOWNLOAD_COLUMN, type Extras } from './extras.ts';
import { listVariantIds } from './match.repository.ts';

/** A row whose product is written. */
export interface WrittenRow {
  row: CsvRow;
  productId: string;
  extras: Extras;
}

/** What became of a row: null, something was added. */
type Tell = (row: CsvRow, notice: RowNotice | null) => void;

/** At its end, in the order of the rows. A collection that is missing is made as a draft: the merchant publishes it. */
export async function addToCollections(tx: Database, written: readonly WrittenRow[], at: Date, tell: Tell): Promise<void> {
  const placed = written.flatMap((it) => it.extras.collections.map((collection) => ({ ...it, collection })));
  if (!placed.length) return;
  const bySlug = Map.groupBy(placed, ({ collection }) => collection.slug);
  // Each import locks them in the same order.
  for (const slug of [...bySlug.keys()].sort()) {
    const rows = bySlug.get(slug) ?? [];
    const found = rows[0] && (await findOrCreate(tx, rows[0].collection, at));
    const current = found && (await lockCollection(tx, found));
    if (!current || current.rule) continue;
    const ids = new Set(current.productIds);
    for (const { row, productId } of rows) {
      if (ids.has(productId)) continue;
      if (ids.size < COLLECTION_PRODUCTS_MAX) {
        ids.add(productId);
        tell(row, null);
      } else
        tell(row, {
          kind: 'dropped',
          column: row.columns?.collections ?? 'collections',
          reason: `isn’t put into ${current.title}, which has ${COLLECTION_PRODUCTS_MAX.toLocaleString('en')} products: make a rule for it`,
        });
    }
    if (ids.size > current.productIds.length) await updateCollection(tx, current.id, { productIds: [...ids], updatedAt: at });
  }
}

async function findOrCreate(tx: Database, { slug, title }: NamedCollection, at: Date): Promise<string> {
  const found = (await listBySlugs(tx, [slug])).get(slug);
  return found ? found.id : (await addCollection({ db: tx, now: () => at }, { title, slug, isPublished: false }))._id;
}

/** Files of one address and name are one file, of several variants. */
const groupFiles = (downloads: readonly NamedDownload[]) => [...Map.groupBy(downloads, toFileKey).values()];

export async function writeDownloads(
  tx: Database,
  written: readonly WrittenRow[],
  fetched: FetchedFiles,
  at: Date,
  tell: Tell,
): Promise<void> {
  const wanted = written.filter(({ row, extras }) => extras.downloads.length && fetched.has(row.row));
  if (!wanted.length) return;
  const ids = wanted.map(({ productId }) => productId);
  const [files, variants] = [await listFilesOf(tx, ids), await listVariantIds(tx, ids)];
  for (const { row, productId, extras } of wanted) {
    let position = files.get(productId)?.length ?? 0;
    const drop = (name: string, why: string) =>
      tell(row, {
        kind: 'dropped',
        column: row.columns?.[DOWNLOAD_COLUMN] ?? DOWNLOAD_COLUMN,
        reason: `comes in without its file ${name}: ${why}. Upload it on the product’s page, or import the file again`,
      });
    for (const group of groupFiles(extras.downloads)) {
      const [first] = group;
      const result = first && fetched.get(row.row)?.get(toFileKey(first));
      if (!first || !result) continue;
      const own = group.flatMap(({ options }) =>
        options ? (variants.get(productId)?.find((it) => isDeepStrictEqual(it.options, options))?.id ?? []) : [],
      );
      if ('problem' in result) drop(first.name, result.problem);
      else if (position >= DOWNLOADS_MAX) drop(first.name, `a product has ${DOWNLOADS_MAX} files at most`);
      else if (!first.options || own.length) {
        const { name, downloads, days } = first;
        const id = randomUUID();
        const file = { id, productId, variantIds: own, name, bytes: result.bytes, status: 'ready' as const, position, downloads, days };
        await createFile(tx, { ...file, createdAt: at });
        for (const [place, piece] of result.pieces.entries()) await createPiece(tx, { name: piece, fileId: id, position: place });
        position += 1;
        tell(row, null);
      }
    }
  }
}
