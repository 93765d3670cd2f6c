/** What the team sees of the feeds for Google and Meta, and how they are served. */
import { FEED_PATHS, type FeedName, type FeedProblem, type FeedSettings, type ProductWithProblems } from '../../../contract/feeds.ts';
import { MAX_TOTAL } from '../../../contract/limits.ts';
import type { Deps } from '../../deps.ts';
import { getOffset, type KeysetQuery } from '../../platform/database/keyset-pagination.ts';
import type { ReadFromReplica } from '../../platform/database/replica.ts';
import { AppError } from '../../platform/errors.ts';
import { writeCsvRow } from '../../platform/http/csv.ts';
import { imageUrl } from '../content/media/image-url.ts';
import { readTaxSettings } from '../pricing/pricing-settings.service.ts';
import { readFeedSettings, updateFeedSettings } from '../settings/feed-settings.service.ts';
import { ABANDONED_AFTER, requestFeeds } from './build-feeds.service.ts';
import * as repository from './feed.repository.ts';
import { findFeedCountry } from './feed-context.service.ts';

type Context = Pick<Deps, 'db' | 'memoize' | 'now' | 'payment' | 'publicUrl'>;

/** Where prices are advertised without the tax that the checkout adds. */
const COUNTRIES_WITHOUT_TAX = ['US', 'CA', 'IN'];

export async function readFeeds(deps: Context) {
  const { db, publicUrl, now } = deps;
  const { feeds, version } = await readFeedSettings(db);
  const shippedTo = await findFeedCountry(deps, feeds.country);
  const build = feeds.isOn ? await repository.findServedBuild(db) : null;
  const { tax } = await readTaxSettings(deps);
  const isOpen = feeds.isOn && (await repository.countOpenBuilds(db, new Date(now().getTime() - ABANDONED_AFTER))) > 0;
  return {
    feeds,
    version,
    shippedTo,
    ...(publicUrl !== null && { urls: { google: publicUrl + FEED_PATHS.google, meta: publicUrl + FEED_PATHS.meta } }),
    ...(build?.finishedAt && {
      build: { finishedAt: build.finishedAt.toISOString(), products: build.products, items: build.items, problems: build.problems },
    }),
    isUpdating: isOpen,
    lacksTax: !tax.pricesIncludeTax && !COUNTRIES_WITHOUT_TAX.includes(shippedTo),
  };
}

/** Throws what updateFeedSettings throws. */
export async function updateFeeds(deps: Context, input: FeedSettings, version?: number) {
  const { feeds } = await updateFeedSettings(deps, input, version);
  if (feeds.isOn) await requestFeeds(deps);
  else await repository.deleteBuilds(deps.db);
  return readFeeds(deps);
}

/** Throws `invalid_request` where they are off. */
export async function renewFeeds(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  if (!(await readFeedSettings(deps.db)).feeds.isOn)
    throw new AppError('invalid_request', 'The feeds are off: switch them on under Settings > Google and Meta');
  await requestFeeds(deps);
}

interface ProblemList {
  products: ProductWithProblems[];
  total: number;
  isAbout: boolean;
  hasNext: boolean;
  page: number;
  limit: number;
}

const DEFAULT_LIMIT = 20;

export async function listFeedProblems(
  db: Deps['db'],
  { problem = null, page = 1, limit = DEFAULT_LIMIT, after, before }: KeysetQuery & { problem?: FeedProblem | null },
): Promise<ProblemList> {
  const offset = after || before ? 0 : getOffset({ page, limit });
  const count = await repository.countProducts(db, problem, MAX_TOTAL + 1);
  const pagination = { total: Math.min(count, MAX_TOTAL), isAbout: count > MAX_TOTAL, page, limit };
  if (offset > MAX_TOTAL) return { products: [], hasNext: false, ...pagination };
  const rows = await repository.listProblemPage(db, { problem, after: after ?? null, before: before ?? null, offset, limit: limit + 1 });
  const shown = before ? rows.slice(-limit) : rows.slice(0, limit);
  const products = shown.map(({ id, name, slug, imageId, problems }) => ({ _id: id, name, slug, image: imageUrl(imageId), problems }));
  return { products, hasNext: before !== undefined || rows.length > limit, ...pagination };
}

const PAGE = 500;

/** A row for each problem of a product. */
export async function* exportFeedProblems(read: ReadFromReplica, problem: FeedProblem | null, origin: string): AsyncGenerator<string> {
  yield writeCsvRow(['problem', 'name', 'sku', 'url']);
  for (let after: string | null = null; ; ) {
    const last: string | null = after;
    const rows: repository.ProblemRow[] = await read((db) => repository.listProblemPage(db, { problem, after: last, limit: PAGE }));
    const lines = rows.flatMap(({ name, slug, sku, problems }) =>
      problems.filter((it) => !problem || it === problem).map((it) => writeCsvRow([it, name, sku ?? '', `${origin}/product/${slug}`])),
    );
    if (lines.length) yield lines.join('');
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.id ?? null;
  }
}

interface ServedFeed {
  buildId: string;
  finishedAt: Date;
  size: number;
  /** The compressed file, piece by piece. */
  open: () => AsyncGenerator<Buffer>;
}

async function* readParts(db: Deps['db'], buildId: string, feed: FeedName, size: number): AsyncGenerator<Buffer> {
  for (let [part, left] = [0, size]; left > 0; part += 1) {
    const bytes = await repository.findPart(db, buildId, feed, part);
    if (!bytes) throw new Error(`The feed ${feed} of ${buildId} was deleted: ${left} of its ${size} bytes are missing`);
    left -= bytes.length;
    yield bytes;
  }
}

/** Null: the feeds are off. Throws `unavailable` as long as the first ones are being made. */
export async function openFeed({ db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>, feed: FeedName): Promise<ServedFeed | null> {
  if (publicUrl === null || !(await readFeedSettings(db)).feeds.isOn) return null;
  const build = await repository.findServedBuild(db);
  const size = build?.sizes[feed];
  if (!build?.finishedAt || !size) throw new AppError('unavailable', 'The feed is being made. Please try again in a minute.');
  return { buildId: build.id, finishedAt: build.finishedAt, size, open: () => readParts(db, build.id, feed, size) };
}
