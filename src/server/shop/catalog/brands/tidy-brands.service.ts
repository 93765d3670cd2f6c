/**
 * Merges brands, and has products found by their brand's new name: those of a small brand at once, those of a large one in pieces, as one statement would
 * lock 100,000 products for minutes. A process that is killed leaves brands marked as untidy, and a job goes on with them.
 */
import type { VersionedBrand } from '../../../../contract/brand.ts';
import { SECOND } from '../../../../contract/values.ts';
import type { Deps } from '../../../deps.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { retryTransaction } from '../../../platform/database/query.ts';
import { createIssuesError } from '../../../platform/errors.ts';
import { addUnattachedImages } from '../../content/media/image.repository.ts';
import { type findBrand, lockBrand, toBrand } from './brand.repository.ts';
import { createBrandNotFound } from './brand.service.ts';
import * as products from './brand-products.repository.ts';

type Context = Pick<Deps, 'db' | 'now'>;

/** Products that a transaction moves: as many as a trigger renames at once (content_changed.sql). */
const AT_ONCE = 500;
const BATCH = 200;
/** How long a call goes on with it, so that most brands are done with its answer; the job `tidy-brands` does the rest. */
const TIDY_TIME = 3 * SECOND;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

async function finishMerge({ db, now }: Context, brand: products.UntidyBrand, signal: AbortSignal): Promise<void> {
  let moved = BATCH;
  while (moved === BATCH && !signal.aborted) moved = await retryTransaction(db, (tx) => products.moveProducts(tx, brand, BATCH, now()));
  if (moved < BATCH) await products.markTidy(db, brand);
}

async function finishRename({ db }: Context, brand: products.UntidyBrand, signal: AbortSignal): Promise<void> {
  let after: string | null = FIRST_ID;
  while (after && !signal.aborted) {
    const from: string = after;
    after = await retryTransaction(db, (tx) => products.renameInFacets(tx, brand.id, from, BATCH));
  }
  if (!signal.aborted) await products.markTidy(db, brand);
}

/** If it is interrupted, the next run goes on. */
export async function tidyBrands(context: Context, signal: AbortSignal): Promise<void> {
  for (const brand of await products.listUntidyBrands(context.db)) {
    if (signal.aborted) return;
    await (brand.mergedInto ? finishMerge(context, brand, signal) : finishRename(context, brand, signal));
  }
}

/** For calls that have renamed or merged a brand. */
export const tidyForAWhile = (context: Context): Promise<void> => tidyBrands(context, AbortSignal.timeout(TIDY_TIME));

/** In the order of their ids, so that two merges at once don't wait for each other in a circle. */
async function lockBoth(tx: Database, one: string, other: string) {
  const locked: Awaited<ReturnType<typeof findBrand>>[] = [];
  for (const id of [one, other].sort()) locked.push(await lockBrand(tx, id));
  return locked;
}

/** Throws `brand_not_found`, and `invalid_request` for a brand and itself. `isMoving`: products follow. */
export async function mergeBrands(context: Context, sent: string, target: string): Promise<{ brand: VersionedBrand; isMoving: boolean }> {
  const { db, now } = context;
  const [id, into] = [sent.toLowerCase(), target.toLowerCase()];
  if (id === into) throw createIssuesError([{ path: 'into', code: 'not_allowed', message: 'is this brand itself: choose another one' }]);
  const merged = await retryTransaction(db, async (tx) => {
    const both = await lockBoth(tx, id, into);
    const [lost, kept] = [both.find((it) => it?._id === id), both.find((it) => it?._id === into)];
    if (!lost || !kept) throw createBrandNotFound();
    const brand = await products.markMerged(tx, id, into);
    if (lost.imageId) await addUnattachedImages(tx, [lost.imageId], now());
    await products.replaceInRules(tx, id, into);
    const moved = await products.moveProducts(tx, brand, AT_ONCE, now());
    if (moved < AT_ONCE) await products.markTidy(tx, brand);
    return { brand: toBrand(kept), isMoving: moved === AT_ONCE };
  });
  if (!merged.isMoving) return merged;
  await tidyForAWhile(context);
  return { ...merged, isMoving: (await products.listUntidyBrands(db)).some((it) => it.id === id) };
}
