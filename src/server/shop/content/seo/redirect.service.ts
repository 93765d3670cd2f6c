/** Redirects. They are only looked up if the shop would answer 404 or 410, so that existing pages aren't slowed down. */
import { randomUUID } from 'node:crypto';
import { REDIRECTS_MAX } from '../../../../contract/limits.ts';
import type { RedirectRefusal, RefusedLine } from '../../../../contract/redirect.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { ReadFromReplica } from '../../../platform/database/replica.ts';
import { AppError } from '../../../platform/errors.ts';
import { writeCsvRow } from '../../../platform/http/csv.ts';
import {
  fillTarget,
  findFormerAddress,
  isWildcard,
  listBeginnings,
  type RedirectPaths,
  readLines,
  toKey,
  toTargetKey,
} from './redirect-line.ts';
import * as repository from './seo.repository.ts';

/**
 * The paths that the shop always serves, whatever is in its database: no redirect can begin there. A test compares them with the table of
 * routes.
 */
const PATHS = new Set([
  '/',
  '/categories',
  '/category',
  '/searched/products',
  '/cart',
  '/checkout',
  '/success',
  '/cancel',
  '/about',
  '/contact',
  '/policy',
  '/register',
  '/login',
  '/reset-password',
  '/confirm-email',
  '/team-invitation',
  '/forget-password',
  '/late-order',
  '/pages/legal-guarantee',
  '/robots.txt',
  '/sitemap.xml',
  '/favicon.ico',
  '/collections',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/share.png',
  '/livez',
  '/readyz',
  '/metrics',
  '/enter-shop',
]);

/** Below these paths there are no pages, or only personal ones. */
const FOLDERS = /^\/(api|assets|uploads|dashboard|guest|pay|sitemap|dev)(\/|$)/;

export const isServed = (path: string): boolean => PATHS.has(path) || FOLDERS.test(path);

type Context = Pick<Deps, 'db' | 'now'>;

const DEFAULT_LIMIT = 20;

/** Two redirects with `*` may lead to each other: then nothing is found. */
const MAX_HOPS = 5;

const isLanding = async (db: Database, key: string) => isServed(key) || (await listShownPaths(db, [key])).has(key);

/** The target of the redirect whose starting path is nearest. */
async function findTarget(db: Database, pathname: string, key: string): Promise<string | null> {
  const beginnings = listBeginnings(key);
  const found = await repository.findRedirects(db, beginnings);
  const nearest = found.toSorted((one, other) => beginnings.indexOf(one.from) - beginnings.indexOf(other.from))[0];
  return nearest ? fillTarget(nearest, pathname) : null;
}

/**
 * Where a path is redirected to; null: nowhere. The merchant's redirects come before those from a former shop. Redirects that lead to others are
 * followed here, so that visitors are redirected once.
 */
export async function findRedirect({ db }: Pick<Context, 'db'>, pathname: string): Promise<string | null> {
  let reached: string | null = null;
  let path = pathname;
  for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
    const key = toKey(path);
    if (key === null || (reached !== null && (await isLanding(db, key)))) return reached;
    const target = (await findTarget(db, path, key)) ?? (await findFormerAddress(db, key));
    if (target === null) return reached;
    reached = target;
    path = target.replace(/[?#].*$/s, '');
  }
  return null;
}

/** Paths are stored encoded, but people may search for them decoded. */
function toSearchedParts(keyword: string): string[] {
  const typed = keyword.trim().toLowerCase();
  return typed ? [typed, encodeURI(typed).toLowerCase()] : [];
}

interface RedirectListQuery {
  page?: number;
  limit?: number;
  keyword?: string;
}

export async function listRedirects({ db }: Pick<Context, 'db'>, { page = 1, limit = DEFAULT_LIMIT, keyword = '' }: RedirectListQuery) {
  const parts = toSearchedParts(keyword);
  const [redirects, total] = await Promise.all([
    repository.listRedirects(db, parts, (page - 1) * limit, limit),
    repository.countRedirects(db, parts),
  ]);
  return { redirects, total, page, limit };
}

export async function removeRedirect({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  if (!(await repository.deleteRedirect(db, id))) throw new AppError('redirect_not_found', 'There is no such redirect');
}

const SLUG_PATH = /^\/(product|category|collections|pages|brands)\/([^/]+)$/;

/** Which of the paths show a product, a category, a collection, a page or a brand. */
async function listShownPaths(db: Database, paths: string[]): Promise<Set<string>> {
  const shown = new Set<string>();
  for (const [folder, kind] of [
    ['product', 'product'],
    ['category', 'category'],
    ['collections', 'collection'],
    ['pages', 'page'],
    ['brands', 'brand'],
  ] as const) {
    const slugs = paths.flatMap((path) => {
      const [, found, slug] = SLUG_PATH.exec(path) ?? [];
      return found === folder && slug ? [slug] : [];
    });
    for (const slug of await repository.listShownSlugs(db, kind, slugs)) shown.add(`/${folder}/${slug}`);
  }
  return shown;
}

/** The existing redirects, and those that earlier lines have added. */
interface Known {
  /** By their starting path. */
  targets: Map<string, string>;
  /** Their target paths. */
  ends: Set<string>;
  shown: Set<string>;
  count: number;
}

function findRefusal({ from, to }: RedirectPaths, { targets, ends, shown, count }: Known): RedirectRefusal | null {
  const end = toTargetKey(to);
  if (end === from || targets.get(end) === from) return 'loop';
  if (isWildcard(from) && `${end}/`.startsWith(from.slice(0, -1)) && !isServed(end) && !shown.has(end)) return 'loop';
  if (isServed(from) || shown.has(from)) return 'served';
  if (targets.has(from)) return 'taken';
  // Redirects with a * may lead to others: those are followed when they are used.
  if (!isWildcard(from) && !isWildcard(end) && (targets.has(end) || ends.has(from))) return 'chain';
  return count >= REDIRECTS_MAX ? 'too_many' : null;
}

async function readKnown(tx: Database, paths: RedirectPaths[]): Promise<Known> {
  const beginnings = paths.map(({ from }) => from);
  const keys = [...new Set([...beginnings, ...paths.map(({ to }) => toTargetKey(to))])];
  const stored = keys.length ? await repository.listRedirectsAt(tx, keys) : [];
  return {
    targets: new Map(stored.map((it) => [it.from, it.toKey])),
    ends: new Set(stored.map((it) => it.toKey)),
    shown: await listShownPaths(tx, keys),
    count: await repository.countRedirects(tx),
  };
}

/** There are ten thousand at most. */
export async function* exportRedirects(read: ReadFromReplica): AsyncGenerator<string> {
  const redirects = await read((db) => repository.listRedirects(db, [], 0, REDIRECTS_MAX));
  yield [writeCsvRow(['from', 'to']), ...redirects.map(({ from, to }) => writeCsvRow([from, to]))].join('');
}

/** What a redirect becomes: `same` is there already. */
export type RedirectOutcome = RedirectRefusal | 'same' | 'new';

/** What becomes of each, one after the other: an earlier one may be why a later one is refused. Nothing is stored. */
export async function planRedirects(db: Database, redirects: (RedirectPaths | RedirectRefusal)[]): Promise<RedirectOutcome[]> {
  const known = await readKnown(
    db,
    redirects.flatMap((it) => (typeof it === 'string' ? [] : [it])),
  );
  return redirects.map((it) => {
    if (typeof it === 'string') return it;
    const targetKey = toTargetKey(it.to);
    if (known.targets.get(it.from) === targetKey) return 'same';
    const refusal = findRefusal(it, known);
    if (refusal) return refusal;
    known.targets.set(it.from, targetKey);
    known.ends.add(targetKey);
    known.count += 1;
    return 'new';
  });
}

/** Those that were planned as new, in a transaction that has locked all since before. */
export const storeRedirects = (tx: Database, redirects: RedirectPaths[], at: Date): Promise<void> =>
  repository.createRedirects(
    tx,
    redirects.map((it) => ({ id: randomUUID(), ...it, toKey: toTargetKey(it.to), createdAt: at })),
  );

/** `origins`: the shop's own. Returns the lines that were refused; all others are added. */
export async function addRedirects(
  { db, now }: Context,
  text: string,
  origins: readonly string[],
): Promise<{ added: number; refused: RefusedLine[] }> {
  const lines = readLines(text, origins);
  const at = now();
  return db.transaction(async (tx) => {
    await repository.lockRedirects(tx);
    const outcomes = await planRedirects(
      tx,
      lines.map(({ parsed }) => parsed),
    );
    const refused: RefusedLine[] = [];
    const added = lines.flatMap(({ line, text: lineText, parsed }, index): RedirectPaths[] => {
      const outcome = outcomes[index] ?? 'taken';
      if (outcome === 'new' && typeof parsed !== 'string') return [parsed];
      refused.push({ line, text: lineText, reason: outcome === 'same' || outcome === 'new' ? 'taken' : outcome });
      return [];
    });
    await storeRedirects(tx, added, at);
    return { added: added.length, refused };
  });
}
