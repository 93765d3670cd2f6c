/** Writes the products of a batch: their images are fetched before its transaction. */

import { parseImageUrl } from '../../../content/media/image-url.ts';
import type { CsvRow } from '../formats/format.ts';
import { listImageNames } from '../formats/own-format.ts';
import { type FetchedFiles, fetchDownloads } from '../images/fetch-downloads.ts';
import { createImageFetcher, type ImageFetcher } from '../images/fetch-images.ts';
import { requirePlaceholder } from '../images/placeholder-image.ts';
import { findOwnImages, type ImageRules, type PlannedImage } from '../images/plan-images.ts';
import type { NewField } from '../reading/guess-fields.ts';
import { createNewFields } from '../rows/field-cells.ts';
import { createDuplicateFinder } from '../rows/match-rows.ts';
import { type PlanOptions, planRows, prepareRows, type RowPlan } from '../rows/plan-rows.ts';
import { startProductCheck } from './check-products.ts';
import { toPlanOptions } from './import-file.ts';
import type { KindWork, RunBatch, RunContext } from './kind.ts';
import type { ImportRow } from './product-import.repository.ts';
import { type RowResult, writePlans } from './write-plans.ts';

interface Run {
  options: PlanOptions;
  fetcher: ImageFetcher;
  signal: AbortSignal;
}

const getProductId = (plan: RowPlan): string | null => ('found' in plan ? plan.found.product._id : null);

/** Rows of one product wait for each other: each is planned once the ones before it are written. */
async function writeRows(
  tx: RunContext['db'],
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

/** What the batch needs of other hosts: images, and files that are sold. */
async function prepareFiles(
  deps: RunContext,
  rows: CsvRow[],
  { options, fetcher, signal }: Run,
): Promise<{ rules: ImageRules; files: FetchedFiles }> {
  const { db } = deps;
  const rules = { hosts: options.hosts, ownIds: await findOwnImages(db, rows) };
  const isElsewhere = (name: string) => !rules.ownIds.has(parseImageUrl(name) ?? '');
  const hasImages = rows.some(({ cells }) => listImageNames(cells.image).some(isElsewhere));
  if (!hasImages && !rows.some(({ cells }) => cells.downloads)) return { rules, files: new Map() };
  const plans = await planRows(db, rows, options);
  if (hasImages) await fetcher.fetch(listPlannedImages(plans), rules, signal);
  const sold = plans.flatMap((plan) => ('extras' in plan ? [{ row: plan.row.row, downloads: plan.extras.downloads }] : []));
  return { rules, files: await fetchDownloads(deps, sold, options.hosts, signal) };
}

async function startRun(deps: RunContext, row: ImportRow, signal: AbortSignal, newFields: readonly NewField[]): Promise<RunBatch> {
  const startedAt = row.startedAt ?? deps.now();
  const placeholderId = await requirePlaceholder(deps);
  await createNewFields(deps, newFields);
  const run: Run = { options: await toPlanOptions(deps.db, row, newFields), fetcher: createImageFetcher(deps), signal };
  return async (read, index) => {
    const rows = await prepareRows(deps.db, read, newFields);
    const { rules, files } = await prepareFiles(deps, rows, run);
    const positions = new Map(rows.map((it, offset) => [it, index + offset]));
    return (tx) =>
      writeRows(tx, rows, {
        options: run.options,
        at: deps.now(),
        findImageIds: run.fetcher.createFinder(rules),
        placeholderId,
        files,
        hidesImageless: run.options.hidesImageless,
        // The first row becomes the newest product, as lists show them in the order of the file.
        getCreatedAt: (it) => new Date(startedAt.getTime() - (positions.get(it) ?? 0)),
      });
  };
}

export const PRODUCT_KIND: KindWork = { createDuplicateFinder, startCheck: startProductCheck, startRun };
