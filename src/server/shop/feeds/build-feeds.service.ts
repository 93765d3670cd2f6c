/**
 * Makes the feeds for Google and Meta and finds what they would refuse, in one pass over the products: page by page by id, of which each is one
 * statement, so that a page is of one moment and neither the database nor this process holds the whole catalog.
 */
import { randomUUID } from 'node:crypto';
import type { FeedName, FeedProblem } from '../../../contract/feeds.ts';
import { HOUR } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { type DetailedRow, toAdminProduct, toPublicProduct } from '../catalog/products/product-row.repository.ts';
import { readFeedSettings } from '../settings/feed-settings.service.ts';
import * as repository from './feed.repository.ts';
import { findFeedCountry, loadFeedContext } from './feed-context.service.ts';
import { openFeedFile } from './feed-file.ts';
import { createFeedItems } from './feed-item.ts';
import { findProblems } from './feed-problems.ts';
import { beginGoogleFeed, GOOGLE_FEED_END, writeGoogleItem } from './google-feed.ts';
import { beginMetaFeed, writeMetaItem } from './meta-feed.ts';

/** Prices and stock change all day; Google and Meta read a feed once an hour at most. */
export const RENEWED_AFTER = HOUR;
/** A build takes seconds or minutes. One that began earlier was killed. */
export const ABANDONED_AFTER = HOUR;
const PAGE = 200;

type Context = Pick<Deps, 'db' | 'memoize' | 'now' | 'publicUrl' | 'readFromReplica'>;

const listeners = new Set<() => void>();

/** Calls the listener when somebody asks for new feeds in this process, so that they don't wait for the schedule. */
export function onFeedsRequested(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export async function requestFeeds({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await repository.requestBuild(db, randomUUID(), now());
  for (const listener of listeners) listener();
}

/** Whether they are on, and somebody asked for them or they are older than an hour. */
async function isDue({ db, now }: Context): Promise<boolean> {
  if (await repository.hasRequest(db)) return true;
  const served = await repository.findServedBuild(db);
  return !served?.finishedAt || now().getTime() - served.finishedAt.getTime() >= RENEWED_AFTER;
}

/** The scheduled job. */
export async function renewFeeds(deps: Context, signal: AbortSignal): Promise<void> {
  const { feeds } = await readFeedSettings(deps.db);
  if (feeds.isOn && deps.publicUrl !== null && (await isDue(deps))) await buildFeeds(deps, deps.publicUrl, feeds.country, signal);
}

async function buildFeeds(deps: Context, origin: string, chosenCountry: string, signal: AbortSignal): Promise<void> {
  const { db, now, readFromReplica } = deps;
  const id = randomUUID();
  const startedAt = now();
  await repository.startBuild(db, id, startedAt);
  const { shopName, ...context } = await loadFeedContext(deps, origin, await findFeedCountry(deps, chosenCountry));
  const open = (feed: FeedName) => openFeedFile((piece, number) => repository.createPart(db, id, feed, number, piece));
  const [google, meta] = [open('google'), open('meta')];
  await google.write(beginGoogleFeed({ name: shopName, origin }));
  await meta.write(beginMetaFeed());
  const counts: Partial<Record<FeedProblem, number>> = {};
  let [products, items] = [0, 0];
  for (let after: string | null = null; ; ) {
    // Another process begins anew.
    if (signal.aborted) return requestFeeds(deps);
    const last: string | null = after;
    const rows: DetailedRow[] = await readFromReplica((it) => repository.listFeedProducts(it, last, PAGE));
    const listed = rows.map((row) => ({ productId: row._id, items: createFeedItems(toPublicProduct(toAdminProduct(row)), context) }));
    const all = listed.flatMap((it) => it.items);
    await google.write(all.map((it) => writeGoogleItem(it, context.currency)).join(''));
    await meta.write(all.map((it) => writeMetaItem(it, context.currency)).join(''));
    const found = listed.flatMap((it) => findProblems(it.items).map((problem) => ({ productId: it.productId, problem })));
    for (const { problem } of found) counts[problem] = (counts[problem] ?? 0) + 1;
    products += rows.length;
    items += all.length;
    const isLast = rows.length < PAGE;
    after = rows.at(-1)?._id ?? null;
    await repository.saveProblems(db, { after: last, until: isLast ? null : after }, found);
    if (isLast) break;
  }
  await google.write(GOOGLE_FEED_END);
  const sizes = { google: await google.end(), meta: await meta.end() };
  const abandoned = new Date(startedAt.getTime() - ABANDONED_AFTER);
  await repository.finishBuild(db, id, { finishedAt: now(), products, items, problems: counts, sizes }, abandoned);
}
