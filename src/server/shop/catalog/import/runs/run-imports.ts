/**
 * Imports uploaded files, one at a time. A batch is one transaction that also writes how far the import is. So if the process is killed, no
 * batch is left half-written, and the next process continues after the last one: no row is imported twice.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { findUniqueViolation, isForeignKeyViolation } from '../../../../platform/database/pg-errors.ts';
import { runInContext } from '../../../../platform/monitoring/request-context.ts';
import type { CsvRow } from '../formats/format.ts';
import { MissingImage } from '../images/fetch-images.ts';
import { countOutcomes, matchUpload, readBatches, toStoredErrors } from './import-file.ts';
import { recordFailure, withLease } from './import-lease.ts';
import type { ImportKinds, RunBatch, RunContext } from './kind.ts';
import * as repository from './product-import.repository.ts';

/** Rows per transaction. On the embedded database no other query runs meanwhile. */
const BATCH = { rows: 500, images: 20 };
/** Milliseconds between two batches, in which other queries run. */
const PAUSE = 5;
/** How often a batch is planned again because somebody has deleted what it needs, or taken its SKUs. */
const MAX_PLANS = 3;

interface Run {
  id: string;
  lease: string;
  runBatch: RunBatch;
}

/** False if the lease was lost: then nothing is written. */
async function runBatch({ db }: RunContext, rows: CsvRow[], index: number, run: Run): Promise<boolean> {
  const write = await run.runBatch(rows, index);
  return db.transaction(async (tx) => {
    const current = await repository.lockImport(tx, run.id, run.lease);
    if (!current || current.cursor !== index || current.status !== 'running') return false;
    const results = await write(tx);
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

async function runBatchAgain(deps: RunContext, rows: CsvRow[], index: number, run: Run): Promise<boolean> {
  for (let plans = 1; ; plans += 1) {
    try {
      return await runBatch(deps, rows, index, run);
    } catch (error) {
      const isOvertaken = error instanceof MissingImage || findUniqueViolation(error) !== null || isForeignKeyViolation(error);
      if (!isOvertaken || plans >= MAX_PLANS) throw error;
    }
  }
}

async function importFile(
  deps: RunContext,
  kinds: ImportKinds,
  row: repository.ImportRow,
  lease: string,
  signal: AbortSignal,
): Promise<void> {
  const plan = await matchUpload(deps.db, row);
  const work = kinds[plan.kind];
  // Changes are logged under the name of the person who started the import.
  const context = { id: row.id, span: null, ...(row.actor && { actor: row.actor }) };
  const start = () => work.startRun(deps, row, signal, plan.customFields);
  const run: Run = { id: row.id, lease, runBatch: await runInContext(context, start) };
  let index = row.cursor;
  for await (const rows of readBatches(plan, work.createDuplicateFinder(), BATCH, row.cursor)) {
    if (signal.aborted || !(await runInContext(context, () => runBatchAgain(deps, rows, index, run)))) return;
    index += rows.length;
    await wait(PAUSE);
  }
  await repository.advanceImport(deps.db, row.id, lease, { status: 'done', progress: 1, finishedAt: deps.now() });
}

/** Ends early if the signal is aborted; another run continues what is left. */
export async function runImports(deps: RunContext, kinds: ImportKinds, signal: AbortSignal): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal.aborted) {
    hasMore = await withLease(
      deps,
      (lease) => repository.claimRun(deps.db, lease),
      signal,
      (row, lease, stop) =>
        importFile(deps, kinds, row, lease, stop).catch((error: unknown) =>
          recordFailure(deps, row.id, lease, error, { status: 'failed', finishedAt: deps.now() }),
        ),
    );
  }
}
