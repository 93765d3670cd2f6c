/** Checks uploaded files: what each would change in the shop, and which rows are refused. Nothing is imported here. */

import { setTimeout as wait } from 'node:timers/promises';
import { IMPORT_MAX_ROWS } from '../../../../../contract/limits.ts';
import type { ImportNumbers } from '../../../../../contract/product-import-fields.ts';
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { ImportFileForm } from '../../../database/schema/bulk-changes.ts';
import type { CsvRow } from '../formats/format.ts';
import type { ImportPlan } from '../reading/match-columns.ts';
import { countOutcomes, matchUpload, readBatches, toStoredErrors } from './import-file.ts';
import { getLeaseEnd, recordFailure, withLease } from './import-lease.ts';
import type { CheckContext, ImportKinds } from './kind.ts';
import * as repository from './product-import.repository.ts';
import { findMapping } from './upload.repository.ts';

const BATCH = { rows: 500, images: Number.POSITIVE_INFINITY };
/** Milliseconds between two batches, in which other queries run. */
const PAUSE = 5;

const describeForm = ({ dialect, header, examples, numbers }: ImportPlan): ImportFileForm => ({
  encoding: dialect.encoding,
  columns: header.map((title, index) => ({ title, example: examples[index] ?? '' })),
  numbers,
});

/** The first check uses what was chosen for earlier files with these columns, later checks what was chosen for this one. */
async function matchRemembered(db: Deps['db'], row: repository.ImportRow): Promise<{ plan: ImportPlan; numbers: ImportNumbers | null }> {
  const plan = await matchUpload(db, row);
  const remembered = row.format === null ? await findMapping(db, plan.header) : null;
  // A file that was uploaded as one of products isn't read as another.
  if (!remembered || (row.kind && row.kind !== remembered.kind)) return { plan, numbers: row.numbers };
  return { plan: await matchUpload(db, { ...row, ...remembered }), numbers: remembered.numbers };
}

/** Throws `invalid_request` if it isn't a file that can be imported. False if the lease was lost meanwhile. */
async function check(
  deps: CheckContext,
  kinds: ImportKinds,
  row: repository.ImportRow,
  lease: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, now } = deps;
  const advance = (change: repository.ImportChange) => repository.advanceImport(db, row.id, lease, change);
  const { plan, numbers } = await matchRemembered(db, row);
  const { kind, format, mapping } = plan;
  const found = { kind, format: format.name, mapping, numbers };
  if (!(await advance({ ...found, form: describeForm(plan) }))) return false;
  await repository.deleteErrors(db, row.id);
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  const work = kinds[kind];
  const checking = await work.startCheck(deps, { ...row, ...found }, plan.customFields);
  let last: CsvRow | undefined;
  for await (const batch of readBatches(plan, work.createDuplicateFinder(), BATCH)) {
    last = batch.at(-1);
    if ((last?.row ?? 0) > IMPORT_MAX_ROWS)
      throw new AppError('invalid_request', `The file has more than ${IMPORT_MAX_ROWS.toLocaleString('en')} rows: split it into several`);
    const results = await checking.check(batch);
    await repository.createErrors(db, row.id, results.flatMap(toStoredErrors));
    for (const [outcome, count] of Object.entries(countOutcomes(results))) counts[outcome as keyof typeof counts] += count;
    if (signal.aborted || !(await advance({ ...counts, progress: last?.fraction ?? 0, leasedUntil: getLeaseEnd({ now }) }))) return false;
    await wait(PAUSE);
  }
  const problem = last ? null : 'The file has no rows below the column names';
  return advance({ ...counts, preview: checking.finish(), problem, progress: 1, status: 'ready', failures: 0 });
}

/** Checks files one after the other, and ends early if the signal is aborted. An interrupted check is started again by the next run. */
export async function checkImports(deps: CheckContext, kinds: ImportKinds, signal: AbortSignal): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal.aborted) {
    hasMore = await withLease(
      deps,
      (lease) => repository.claimCheck(deps.db, lease),
      signal,
      async (row, lease, stop) => {
        await check(deps, kinds, row, lease, stop).catch((error: unknown) =>
          recordFailure(deps, row.id, lease, error, { status: 'ready', progress: 1 }),
        );
      },
    );
  }
}
