/** Fetches the files that products are sold with, like their images: before the batch's transaction, from hosts that the merchant allows. */
import { DOWNLOAD_PIECE_BYTES } from '../../../../../contract/downloads.ts';
import { cutText, MEGABYTE, MINUTE } from '../../../../../contract/values.ts';
import type { Deps } from '../../../../deps.ts';
import { PublicFetchError } from '../../../../platform/http/public-fetch.ts';
import { countPieces, createPieceName } from '../../../../platform/storage/piece-store.ts';
import type { NamedDownload } from '../formats/extra-cells.ts';
import { findImageHost } from './plan-images.ts';

/** Larger ones are uploaded on the product's page, in pieces: here each is in memory as a whole. */
const MAX_BYTES = 64 * MEGABYTE;
const TIMEOUT = 2 * MINUTE;
const MAX_REDIRECTS = 3;

export interface FetchedFile {
  bytes: number;
  /** Names of its pieces, which are stored. Each is of one file alone. */
  pieces: string[];
}

/** A file, or why it couldn't be fetched. */
export type FetchResult = FetchedFile | { problem: string };

type Context = Pick<Deps, 'downloads' | 'publicFetch'>;

/** A page for people, such as one that asks for a login, is no file. */
const isPage = (type: string | string[] | undefined, url: string) =>
  /^text\/html/i.test(String(type)) && !/\.html?$/i.test(new URL(url).pathname);

async function fetchBytes(
  { publicFetch }: Context,
  url: string,
  hosts: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Buffer | { problem: string }> {
  try {
    const { status, headers, body } = await publicFetch(url, {
      maxBytes: MAX_BYTES,
      timeout: TIMEOUT,
      maxRedirects: MAX_REDIRECTS,
      isHostAllowed: (host) => hosts.has(host),
      signal,
    });
    if (status !== 200) return { problem: `its server answered ${status}` };
    if (isPage(headers['content-type'], url)) return { problem: 'its server answered with a page' };
    return body.length ? body : { problem: 'it is empty' };
  } catch (error) {
    if (!(error instanceof PublicFetchError)) throw error;
    return { problem: error.code === 'too_large' ? `it is larger than ${MAX_BYTES / MEGABYTE} MB` : error.message };
  }
}

async function storeFile(context: Context, it: NamedDownload, hosts: ReadonlySet<string>, signal: AbortSignal): Promise<FetchResult> {
  const found = await fetchBytes(context, it.url, hosts, signal);
  if ('problem' in found) return { problem: cutText(found.problem, 300) };
  const pieces = Array.from({ length: countPieces(found.length) }, createPieceName);
  for (const [index, name] of pieces.entries())
    await context.downloads.put([{ name, bytes: found.subarray(index * DOWNLOAD_PIECE_BYTES, (index + 1) * DOWNLOAD_PIECE_BYTES) }]);
  return { bytes: found.length, pieces };
}

export const toFileKey = ({ name, url }: Pick<NamedDownload, 'name' | 'url'>): string => `${name}\n${url}`;

/** By row, then by name and address: a file of several variants is fetched once. Pieces of a batch that isn't written are deleted by the cleanup. */
export type FetchedFiles = Map<number, Map<string, FetchResult>>;

export async function fetchDownloads(
  context: Context,
  rows: readonly { row: number; downloads: readonly NamedDownload[] }[],
  hosts: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<FetchedFiles> {
  const fetched: FetchedFiles = new Map();
  for (const { row, downloads } of rows) {
    const found = new Map<string, FetchResult>();
    for (const it of downloads)
      if (!found.has(toFileKey(it)) && hosts.has(findImageHost(it.url) ?? ''))
        found.set(toFileKey(it), await storeFile(context, it, hosts, signal));
    if (found.size) fetched.set(row, found);
  }
  return fetched;
}
