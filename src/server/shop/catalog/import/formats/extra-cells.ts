/** What a row says beside its product: the collections that it is in, and the files that it is sold with. */
import { COLLECTION_TITLE_MAX_LENGTH } from '../../../../../contract/collection.ts';
import { DOWNLOAD_DAYS_MAX, DOWNLOAD_LIMIT_MAX, DOWNLOAD_NAME_MAX_LENGTH } from '../../../../../contract/limits.ts';
import { cutText } from '../../../../../contract/values.ts';
import { slugify } from '../../../database/slug.ts';
import { parseFurtherCategories } from './own-format.ts';

export interface NamedCollection {
  slug: string;
  /** Of one that is made. */
  title: string;
}

const MAX = 50;

/** `summer | sale`, by address or title. */
export function parseCollections(cell = ''): NamedCollection[] {
  const names = [...new Set(parseFurtherCategories(cell))].slice(0, MAX);
  return names.map((name) => {
    const slug = slugify(name, 'collection');
    const words = name === slug ? slug.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase()) : name;
    return { slug, title: cutText(words, COLLECTION_TITLE_MAX_LENGTH) };
  });
}

/** A file at an address. */
export interface NamedDownload {
  name: string;
  url: string;
  /** How often and for how many days it can be fetched; 0: without a limit. */
  downloads: number;
  days: number;
  /** The options of its variant; absent: it is of the whole product. */
  options?: Record<string, string>;
}

/** Only in rows that are translated from other shops' files: a file that is sold has no public address. */
export const parseDownloads = (cell: string | undefined): NamedDownload[] => (cell ? (JSON.parse(cell) as NamedDownload[]) : []);

const toLimit = (text: string | undefined, max: number): number => {
  const limit = Number(text ?? 0);
  return Number.isInteger(limit) && limit > 0 ? Math.min(limit, max) : 0;
};

/** Under the name that it has there; without an ending it gets that of its address, by which a customer's machine knows what it is. */
function toFileName(name: string | undefined, url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url;
  const last = path.split('/').at(-1) ?? '';
  const ending = /\.[a-z0-9]{1,8}$/i.exec(last)?.[0] ?? '';
  const wanted = (name || decodeName(last)).replace(/[/\\\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const isEnded = /\.[a-z0-9]{1,8}$/i.test(wanted);
  const short = cutText(wanted, DOWNLOAD_NAME_MAX_LENGTH - ending.length) || 'Download';
  return isEnded ? cutText(wanted, DOWNLOAD_NAME_MAX_LENGTH) : `${short}${ending}`;
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** WooCommerce's, whose limits are those of a product or variation. An empty limit, and -1, is none. */
export function listDownloads(
  cells: Record<string, string>,
  numbers: readonly number[],
  options?: Record<string, string>,
): NamedDownload[] {
  const [downloads, days] = [
    toLimit(cells['Download limit'], DOWNLOAD_LIMIT_MAX),
    toLimit(cells['Download expiry days'], DOWNLOAD_DAYS_MAX),
  ];
  return numbers.flatMap((n) => {
    const url = cells[`Download ${n} URL`];
    return url ? [{ name: toFileName(cells[`Download ${n} name`], url), url, downloads, days, ...(options && { options }) }] : [];
  });
}
