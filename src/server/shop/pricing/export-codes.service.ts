/** The discount codes as CSV, as an import reads them again. */
import { toDollars } from '../../../contract/money.ts';
import type { ReadFromReplica } from '../../platform/database/replica.ts';
import { writeCsvRow } from '../../platform/http/csv.ts';
import { readCategoryPaths } from '../catalog/categories/category-path.ts';
import { type DiscountCodeRow, listCodes, listProductSlugs } from './discount-code.repository.ts';

const BATCH = 200;

const COLUMNS = [
  'code',
  'kind',
  'value',
  'starts',
  'ends',
  'minimum',
  'max_uses',
  'max_uses_per_customer',
  'products',
  'categories',
  'uses',
];

/** Ids mean nothing in another shop. Of what is gone the id stays, so that the code doesn't become one for everything. */
const toNames = (ids: string[], names: ReadonlyMap<string, string>) => ids.map((id) => names.get(id) || id).join(' | ');

function toCells(row: DiscountCodeRow, slugs: ReadonlyMap<string, string>, paths: ReadonlyMap<string, string>): (string | number)[] {
  const { code, kind, percent, amountCents, startsAt, endsAt, minimumCents, maxUses, maxUsesPerCustomer, productIds, categoryIds, uses } =
    row;
  return [
    ...[
      code,
      kind,
      percent ?? (amountCents === null ? '' : toDollars(amountCents)),
      startsAt?.toISOString() ?? '',
      endsAt?.toISOString() ?? '',
    ],
    ...[toDollars(minimumCents), maxUses ?? '', maxUsesPerCustomer ?? '', toNames(productIds, slugs), toNames(categoryIds, paths), uses],
  ];
}

/** Newest first, read and sent batch by batch. */
export async function* exportCodes(read: ReadFromReplica): AsyncGenerator<string> {
  yield writeCsvRow(COLUMNS);
  for (let offset = 0; ; offset += BATCH) {
    const start = offset;
    const rows = await read(async (db) => {
      const found = await listCodes(db, start, BATCH);
      const ids = found.flatMap(({ productIds }) => productIds);
      const slugs = new Map(ids.length ? (await listProductSlugs(db, { ids })).map((it) => [it.id, it.slug]) : []);
      const categories = [...new Set(found.flatMap(({ categoryIds }) => categoryIds))];
      const known = categories.length ? await readCategoryPaths(db) : null;
      const paths = new Map(categories.map((id) => [id, known?.path(id) ?? '']));
      return found.map((row) => writeCsvRow(toCells(row, slugs, paths)));
    });
    yield rows.join('');
    if (rows.length < BATCH) return;
  }
}
