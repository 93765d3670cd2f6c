/** Which collections and files of a row its product doesn't have yet: both are added, and none is taken away. */
import { isDeepStrictEqual } from 'node:util';
import type { AdminProduct } from '../../../../../contract/product-admin.ts';
import { cutText } from '../../../../../contract/values.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { type HandMade, listBySlugs } from '../../collections/collection.repository.ts';
import { type FileRow, listFilesOf } from '../../downloads/download.repository.ts';
import { type NamedCollection, type NamedDownload, parseCollections, parseDownloads } from '../formats/extra-cells.ts';
import type { CsvRow, RowNotice } from '../formats/format.ts';
import { findImageHost } from '../images/plan-images.ts';
import type { FoundProduct } from './row-change.ts';

export interface Extras {
  collections: NamedCollection[];
  downloads: NamedDownload[];
}

export interface KnownExtras {
  /** By slug. */
  collections: ReadonlyMap<string, HandMade>;
  /** By product. */
  files: ReadonlyMap<string | null, FileRow[]>;
}

/** Nothing is asked for rows without such cells. */
export async function readKnownExtras(
  db: Database,
  rows: readonly CsvRow[],
  found: readonly (FoundProduct | null)[],
): Promise<KnownExtras> {
  const slugs = rows.flatMap(({ cells }) => parseCollections(cells.collections).map(({ slug }) => slug));
  const ids = rows.flatMap(({ cells }, index) => (cells.downloads ? (found[index]?.product._id ?? []) : []));
  return { collections: await listBySlugs(db, [...new Set(slugs)]), files: await listFilesOf(db, ids) };
}

/** Ids of the variants that the files are of; empty: all. Null: the product has no such variant. */
export function findVariants({ variants = [] }: Pick<AdminProduct, 'variants'>, { options }: NamedDownload): string[] | null {
  if (!options) return [];
  const found = variants.find((it) => isDeepStrictEqual(it.options, options));
  return found ? [found._id] : null;
}

export const hasExtras = ({ collections, downloads }: Extras): boolean => collections.length + downloads.length > 0;

/** `found`: null for a new product. */
export function planExtras({ cells }: CsvRow, found: FoundProduct | null, { collections, files }: KnownExtras): Extras {
  const id = found?.product._id;
  const isIn = ({ slug }: NamedCollection) => {
    const collection = collections.get(slug);
    return collection?.hasRule || (id !== undefined && collection?.productIds.includes(id));
  };
  const there = files.get(id ?? '') ?? [];
  const hasFile = (it: NamedDownload) => {
    const variants = found && findVariants(found.product, it);
    return there.some(({ name, variantIds }) => name === it.name && variants && isDeepStrictEqual(variantIds, variants));
  };
  return {
    collections: parseCollections(cells.collections).filter((it) => !isIn(it)),
    downloads: parseDownloads(cells.downloads).filter((it) => !hasFile(it)),
  };
}

export const DOWNLOAD_COLUMN = 'downloads';

/** What is told before anything is fetched. */
export function noteExtras(
  { cells, columns }: CsvRow,
  { downloads }: Extras,
  { collections }: KnownExtras,
  hosts: ReadonlySet<string>,
): RowNotice[] {
  const column = columns?.collections ?? 'collections';
  const named = parseCollections(cells.collections);
  const ruled = named.filter(({ slug }) => collections.get(slug)?.hasRule);
  const made = named.filter(({ slug }) => !collections.has(slug));
  const blocked = downloads.filter(({ url }) => !hosts.has(findImageHost(url) ?? ''));
  return [
    ...ruled.map(({ title }) => ({
      kind: 'dropped' as const,
      column,
      reason: `isn’t put into ${title}, whose products follow from its rule`,
    })),
    ...made.map(({ title }) => ({ kind: 'hidden' as const, column, reason: `is put into the new collection ${title}, which is a draft` })),
    ...blocked.map(({ name, url }) => {
      const host = findImageHost(url);
      const why = host ? `files on ${host} aren't fetched: allow that host first` : `${cutText(url, 200)} is no URL`;
      return {
        kind: 'dropped' as const,
        column: columns?.[DOWNLOAD_COLUMN] ?? DOWNLOAD_COLUMN,
        reason: `comes in without its file ${name}: ${why}`,
        ...(host && { host }),
      };
    }),
  ];
}
