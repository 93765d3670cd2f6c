/** The products that sold best in a period. Days begin at midnight in the shop's time zone. */
import { REPORT_PRODUCTS_MAX } from '../../../contract/limits.ts';
import { toDollars } from '../../../contract/money.ts';
import type { BestProduct } from '../../../contract/reports.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { writeCsvRow } from '../../platform/http/csv.ts';
import { imageUrl } from '../content/media/image-url.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { listBestProducts, type ProductSales } from './dashboard-stats.repository.ts';
import { type Period, type PeriodQuery, resolvePeriod } from './report-period.ts';

const BEST_PRODUCTS = 10;

type Context = Pick<Deps, 'readFromReplica' | 'now'>;

async function readSales(db: Database, query: PeriodQuery, now: Date, limit: number) {
  const { timeZone, currency } = await readShopDetails(db);
  const period = resolvePeriod(query, now, timeZone);
  return { period, currency, sold: await listBestProducts(db, period, limit) };
}

const toBestProduct = ({ id, name, slug, imageId, pieces, cents }: ProductSales): BestProduct => ({
  product: id === null ? null : { _id: id, name: name ?? '', slug: slug ?? '', image: imageUrl(imageId ?? '') },
  pieces,
  sales: toDollars(cents),
});

/** Throws `invalid_request` for an invalid period. */
export async function loadBestProducts(
  { readFromReplica, now }: Context,
  query: PeriodQuery,
): Promise<{ period: Period; products: BestProduct[] }> {
  const { period, sold } = await readFromReplica((db) => readSales(db, query, now(), BEST_PRODUCTS));
  return { period, products: sold.map(toBestProduct) };
}

const COLUMNS = ['product', 'slug', 'items_sold', 'net_sales', 'currency'];

/** A CSV row for each product. Throws the same errors as `loadBestProducts`, before the first row. */
export async function exportProductStats({ readFromReplica, now }: Context, query: PeriodQuery): Promise<AsyncIterable<string>> {
  const { sold, currency } = await readFromReplica((db) => readSales(db, query, now(), REPORT_PRODUCTS_MAX));
  const rows = sold.map(({ name, slug, pieces, cents }) =>
    writeCsvRow([name ?? '(deleted products)', slug ?? '', pieces, toDollars(cents), currency]),
  );
  return (async function* () {
    yield writeCsvRow(COLUMNS) + rows.join('');
  })();
}
