/**
 * Imports uploaded files, one at a time. A batch is one transaction that also writes how far the import is. So if the process is killed, no
 * batch is left half-written, and the next process continues after the last one: no row is imported twice.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from '../../../../deps.ts';
import { findUniqueViolation, isForeignKeyViolation } from '../../../../platform/database/pg-errors.ts';
import { runInContext } from '../../../../platform/monitoring/request-context.ts';
import { parseImageUrl } from '../../../content/media/image-url.ts';
import type { CsvRow } from '../formats/format.ts';
import { listImageNames } from '../formats/own-format.ts';
import { createImageFetcher, type ImageFetcher, MissingImage } from '../images/fetch-images.ts';
import { requirePlaceholder } from '../images/placeholder-image.ts';
import { findOwnImages, type ImageRules, type PlannedImage } from '../images/plan-images.ts';
import { resolveRelated } from '../rows/match-rows.ts';
import { type PlanOptions, planRows, type RowPlan } from '../rows/plan-rows.ts';
import { countOutcomes, matchUpload, readBatches, toPlanOptions, toStoredErrors } from './import-file.ts';
import { recordFailure, withLease } from './import-lease.ts';
import * as repository from './product-import.repository.ts';
import { type RowResult, writePlans } from './write-plans.ts';

type Context = Pick<Deps, 'db' | 'images' | 'now' | 'publicFetch'>;

/** Rows per transaction. On the embedded database no other query runs meanwhile. */
const BATCH = { rows: 500, images: 20 };
/** Milliseconds between two batches, in which other queries run. */
const PAUSE = 5;
/** How often a batch is planned again because somebody has deleted what it needs, or taken its SKUs. */
const MAX_PLANS = 3;

interface Run {
  id: string;
  lease: string;
  startedAt: Date;
  options: PlanOptions;
  placeholderId: string;
  fetcher: ImageFetcher;
  signal: AbortSignal;
}

const getProductId = (plan: RowPlan): string | null => ('found' in plan ? plan.found.product._id : null);

/** Rows of one product wait for each other: each is planned once the ones before it are written. */
async function writeRows(
  tx: Context['db'],
  rows: CsvRow[],
  { options, at, ...context }: Omit<Parameters<typeof writePlans>[0], 'tx'> & { options: PlanOptions },
): Promise<RowResult[]> {
  const results: RowResult[] = [];
  for (let left = rows; left.length; ) {
    const plans = await planRows(tx, left, { ...options, isLocked: true });
    const seen = new Set<string>();
    const now: RowPlan[] = [];
    const later: CsvRow[] = [];
    for (const plan of plans) {
      const productId = getProductId(plan);
      if (productId && seen.has(productId)) later.push(plan.row);
      else now.push(plan);
      if (productId) seen.add(productId);
    }
    results.push(...(await writePlans({ tx, at, ...context }, now)));
    left = later;
  }
  return results;
}

const listPlannedImages = (plans: RowPlan[]): PlannedImage[] => plans.flatMap((plan) => ('images' in plan ? (plan.images ?? []) : []));

async function prepareImages({ db }: Context, rows: CsvRow[], { options, fetcher, signal }: Run): Promise<ImageRules> {
  const rules = { hosts: options.hosts, ownIds: await findOwnImages(db, rows) };
  const isElsewhere = (name: string) => !rules.ownIds.has(parseImageUrl(name) ?? '');
  if (rows.some(({ cells }) => listImageNames(cells.image).some(isElsewhere)))
    await fetcher.fetch(listPlannedImages(await planRows(db, rows, options)), rules, signal);
  return rules;
}

/** False if the lease was lost: then nothing is written. */
async function runBatch(deps: Context, read: CsvRow[], index: number, run: Run): Promise<boolean> {
  const rows = await resolveRelated(deps.db, read);
  const rules = await prepareImages(deps, rows, run);
  return deps.db.transaction(async (tx) => {
    const current = await repository.lockImport(tx, run.id, run.lease);
    if (!current || current.cursor !== index || current.status !== 'running') return false;
    const positions = new Map(rows.map((row, offset) => [row, index + offset]));
    const results = await writeRows(tx, rows, {
      options: run.options,
      at: deps.now(),
      findImageIds: run.fetcher.createFinder(rules),
      placeholderId: run.placeholderId,
      hidesImageless: run.options.hidesImageless,
      // The first row becomes the newest product, as lists show them in the order of the file.
      getCreatedAt: (row) => new Date(run.startedAt.getTime() - (positions.get(row) ?? 0)),
    });
    await repository.createErrors(tx, run.id, results.flatMap(toStoredErrors));
    const counts = countOutcomes(results);
    await repository.advanceImport(tx, run.id, run.lease, {
      created: current.created + counts.created,
      updated: current.updated + counts.updated,
      unchanged: current.unchanged + counts.unchanged,
      refused: current.refused + counts.refused,
      cursor: index + rows.length,
      progress: Math.max(current.progress, Math.min(rows.at(-1)?.fraction ?? 0, 0.999)),
      failures: 0,
    });
    return true;
  });
}

async function runBatchAgain(deps: Context, rows: CsvRow[], index: number, run: Run): Promise<boolean> {
  for (let plans = 1; ; plans += 1) {
    try {
      return await runBatch(deps, rows, index, run);
    } catch (error) {
      const isOvertaken = error instanceof MissingImage || findUniqueViolation(error) !== null || isForeignKeyViolation(error);
      if (!isOvertaken || plans >= MAX_PLANS) throw error;
    }
  }
}

async function importFile(deps: Context, row: repository.ImportRow, lease: string, signal: AbortSignal): Promise<void> {
  const plan = await matchUpload(deps.db, row);
  const startedAt = row.startedAt ?? deps.now();
  const placeholderId = await requirePlaceholder(deps);
  const options = await toPlanOptions(deps.db, row);
  const run: Run = { id: row.id, lease, startedAt, options, placeholderId, fetcher: createImageFetcher(deps), signal };
  // Changes are logged under the name of the person who started the import.
  const context = { id: row.id, span: null, ...(row.actor && { actor: row.actor }) };
  let index = row.cursor;
  for await (const rows of readBatches(plan, BATCH, row.cursor)) {
    if (signal.aborted || !(await runInContext(context, () => runBatchAgain(deps, rows, index, run)))) return;
    index += rows.length;
    await wait(PAUSE);
  }
  await repository.advanceImport(deps.db, row.id, lease, { status: 'done', progress: 1, finishedAt: deps.now() });
}

/** Ends early if the signal is aborted; another run continues what is left. */
export async function runImports(deps: Context, signal: AbortSignal): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal.aborted) {
    hasMore = await withLease(
      deps,
      (lease) => repository.claimRun(deps.db, lease),
      signal,
      (row, lease, stop) =>
        importFile(deps, row, lease, stop).catch((error: unknown) =>
          recordFailure(deps, row.id, lease, error, { status: 'failed', finishedAt: deps.now() }),
        ),
    );
  }
}
