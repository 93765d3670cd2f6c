/** Checks uploaded files: what each would change in the shop, and which rows are refused. Nothing is imported here. */
import { setTimeout as wait } from 'node:timers/promises';
import { IMPORT_HOSTS_MAX, IMPORT_MAX_ROWS } from '../../../../../contract/limits.ts';
import type { ImportNumbers } from '../../../../../contract/product-import-fields.ts';
import type { Deps } from '../../../../deps.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { ImportFileForm, ImportPreview } from '../../../database/schema/bulk-changes.ts';
import { listCategoryIds } from '../../categories/category.repository.ts';
import type { CsvRow } from '../formats/format.ts';
import { findImageHost } from '../images/image-url.ts';
import { listImageNames } from '../images/row-images.ts';
import type { ImportPlan } from '../reading/read-rows.ts';
import { listCategoryNames, planRows, type RowPlan } from '../rows/plan-rows.ts';
import { countOutcomes, matchUpload, readBatches, toPlanOptions, toStoredErrors } from './import-file.ts';
import { describeSample } from './import-sample.ts';
import { getLeaseEnd, withLease } from './lease.ts';
import * as repository from './product-import.repository.ts';
import { recordFailure } from './record-failure.ts';
import { findMapping } from './upload.repository.ts';
import type { RowResult } from './write-plans.ts';

type Context = Pick<Deps, 'db' | 'now'>;

const BATCH = { rows: 500, images: Number.POSITIVE_INFINITY };
/** Milliseconds between two batches, in which other queries run. */
const PAUSE = 5;
const SAMPLES = 8;
const CATEGORIES_SHOWN = 20;

const describeForm = ({ dialect, header, examples, numbers }: ImportPlan): ImportFileForm => ({
  encoding: dialect.encoding,
  columns: header.map((title, index) => ({ title, example: examples[index] ?? '' })),
  numbers,
});

const toResult = (plan: RowPlan): RowResult => {
  if (plan.kind === 'refused') return { row: plan.row, outcome: 'refused', errors: plan.errors };
  if (plan.kind === 'unchanged') return { row: plan.row, outcome: 'unchanged', notices: [] };
  return { row: plan.row, outcome: plan.kind === 'create' ? 'created' : 'updated', notices: plan.notices };
};

function createPreview(replacesImages: boolean) {
  const preview: ImportPreview = { samples: [], hosts: [], newCategories: [], newCategoryCount: 0 };
  let uncountedCount = 0;
  const imagesByHost = new Map<string, number>();
  const categories = new Map<string, string>();
  const countImages = ({ kind, row }: RowPlan) => {
    // Products that are there keep their images.
    const needsThem = kind === 'create' || kind === 'refused' || replacesImages;
    for (const name of needsThem ? listImageNames(row.cells.image) : []) {
      const host = findImageHost(name);
      if (host && (imagesByHost.has(host) || imagesByHost.size < IMPORT_HOSTS_MAX))
        imagesByHost.set(host, (imagesByHost.get(host) ?? 0) + 1);
    }
  };
  const add = async (db: Deps['db'], plans: RowPlan[]): Promise<void> => {
    for (const plan of plans) countImages(plan);
    uncountedCount += plans.filter(({ kind, row }) => kind === 'create' && row.isUncounted).length;
    const asked = listCategoryNames(plans).filter((name) => !categories.has(name.toLowerCase()));
    const known = await listCategoryIds(db, asked);
    for (const name of asked) if (!known.has(name)) categories.set(name.toLowerCase(), name);
    for (const plan of plans) if (preview.samples.length < SAMPLES && plan.kind !== 'refused') preview.samples.push(describeSample(plan));
  };
  const finish = (): ImportPreview => ({
    ...preview,
    hosts: [...imagesByHost].map(([host, count]) => ({ host, images: count })).sort((a, b) => b.images - a.images),
    newCategories: [...categories.values()].slice(0, CATEGORIES_SHOWN),
    newCategoryCount: categories.size,
    uncountedCount,
  });
  return { add, finish };
}

/** At first as files with these columns were read before; afterwards as was chosen. */
async function matchRemembered(db: Deps['db'], row: repository.ImportRow): Promise<{ plan: ImportPlan; numbers: ImportNumbers | null }> {
  const plan = await matchUpload(db, row);
  const remembered = row.format === null ? await findMapping(db, plan.header) : null;
  if (!remembered) return { plan, numbers: row.numbers };
  return { plan: await matchUpload(db, { ...row, ...remembered }), numbers: remembered.numbers };
}

/** Throws `invalid_request` if it isn't a file of products. False if the lease was lost meanwhile. */
async function check({ db, now }: Context, row: repository.ImportRow, lease: string, signal: AbortSignal): Promise<boolean> {
  const advance = (change: repository.ImportChange) => repository.advanceImport(db, row.id, lease, change);
  const { plan, numbers } = await matchRemembered(db, row);
  const { format, mapping } = plan;
  if (!(await advance({ format: format.name, mapping, numbers, form: describeForm(plan) }))) return false;
  await repository.deleteErrors(db, row.id);
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 };
  const preview = createPreview(row.replacesImages);
  const options = await toPlanOptions(db, row);
  let last: CsvRow | undefined;
  for await (const batch of readBatches(plan, BATCH)) {
    last = batch.at(-1);
    if ((last?.row ?? 0) > IMPORT_MAX_ROWS)
      throw new AppError('invalid_request', `The file has more than ${IMPORT_MAX_ROWS.toLocaleString('en')} rows: split it into several`);
    const plans = await planRows(db, batch, options);
    await preview.add(db, plans);
    const results = plans.map(toResult);
    await repository.createErrors(db, row.id, results.flatMap(toStoredErrors));
    for (const [outcome, count] of Object.entries(countOutcomes(results))) counts[outcome as keyof typeof counts] += count;
    if (signal.aborted || !(await advance({ ...counts, progress: last?.fraction ?? 0, leasedUntil: getLeaseEnd({ now }) }))) return false;
    await wait(PAUSE);
  }
  const problem = last ? null : 'The file has no rows below its first one';
  return advance({ ...counts, preview: preview.finish(), problem, progress: 1, status: 'ready', failures: 0 });
}

/** Checks files one after the other, and ends early if the signal is aborted. An interrupted check is started again by the next run. */
export async function checkImports(deps: Context, signal: AbortSignal): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal.aborted) {
    hasMore = await withLease(
      deps,
      (lease) => repository.claimCheck(deps.db, lease),
      signal,
      async (row, lease, stop) => {
        await check(deps, row, lease, stop).catch((error: unknown) =>
          recordFailure(deps, row.id, lease, error, { status: 'ready', progress: 1 }),
        );
      },
    );
  }
}
