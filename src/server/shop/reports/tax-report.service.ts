/** The tax report: a page of the admin area, and its files. */
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { toDollars } from '../../../contract/money.ts';
import type { LocalFeeRow, readTaxReport, TaxPeriod, TaxReportRow } from '../../../contract/tax-report.ts';
import { addDays } from '../../../contract/time-zone.ts';
import type { Deps } from '../../deps.ts';
import type { ReadFromReplica } from '../../platform/database/replica.ts';
import { writeCsvRow } from '../../platform/http/csv.ts';
import { readShopDetails, readToday } from '../settings/shop-details.service.ts';
import { resolvePeriod } from './report-period.ts';
import {
  type CompanySales,
  type Days,
  type FeeSum,
  listTaxEntries,
  sumCompanySales,
  sumLocalFees,
  sumTaxes,
  type TaxEntry,
  type TaxSum,
} from './tax-report.repository.ts';

interface ReportQuery {
  from?: string | undefined;
  to?: string | undefined;
  by?: TaxPeriod | undefined;
}

const firstOfQuarter = (day: string): string => {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
};

/** Without days: this quarter and the one before, which is the one to declare. Throws `invalid_request`. */
async function resolveDays(deps: Pick<Deps, 'db' | 'now'>, { from, to }: ReportQuery): Promise<Days> {
  const today = await readToday(deps);
  const end = to ?? today;
  const { timeZone } = await readShopDetails(deps.db);
  return resolvePeriod({ from: from ?? firstOfQuarter(addDays(firstOfQuarter(end), -1)), to: end }, deps.now(), timeZone);
}

const toPercent = (ratePpm: number | null): number | null => (ratePpm === null ? null : ratePpm / 10_000);

const toRow = (sum: TaxSum): TaxReportRow => ({
  period: sum.period,
  rate: toPercent(sum.ratePpm),
  net: toDollars(sum.netCents),
  tax: toDollars(sum.taxCents),
  country: sum.country,
  ...(sum.region && { region: sum.region }),
  ...(sum.isReversed && { reverseCharge: true }),
  refundedNet: toDollars(sum.refundedNetCents),
  refundedTax: toDollars(sum.refundedTaxCents),
  orders: sum.orders,
});

const toFeeRow = ({ amountCents, region, ...fee }: FeeSum): LocalFeeRow => ({
  ...fee,
  ...(region && { region }),
  amount: toDollars(amountCents),
});

export async function loadTaxReport(
  deps: Pick<Deps, 'db' | 'now' | 'readFromReplica'>,
  query: ReportQuery,
): Promise<Omit<ReplyOf<typeof readTaxReport>, 'success'>> {
  const days = await resolveDays(deps, query);
  const { by = 'quarter' } = query;
  const { currency } = await readShopDetails(deps.db);
  const [sums, fees] = await deps.readFromReplica(async (db) => [await sumTaxes(db, days, by), await sumLocalFees(db, days, by)] as const);
  return { ...days, by, currency, rows: sums.map(toRow), ...(fees.length && { localFees: fees.map(toFeeRow) }) };
}

const REPORT_COLUMNS = [
  'period',
  'country',
  'region',
  'tax_rate',
  'taxable',
  'tax',
  'refunded_taxable',
  'refunded_tax',
  'orders',
  'currency',
  'reverse_charge',
];

export async function* exportTaxReport(deps: Pick<Deps, 'db' | 'now' | 'readFromReplica'>, query: ReportQuery): AsyncGenerator<string> {
  const { rows, currency } = await loadTaxReport(deps, query);
  yield writeCsvRow(REPORT_COLUMNS);
  const toCells = (it: TaxReportRow) => [
    it.period,
    it.country,
    it.region ?? '',
    it.rate ?? '',
    it.net,
    it.tax,
    it.refundedNet,
    it.refundedTax,
    it.orders,
  ];
  yield rows.map((row) => writeCsvRow([...toCells(row), currency, row.reverseCharge ? 'yes' : 'no'])).join('');
}

/** Of each company of another country what it bought without tax, by the period. */
export async function* exportCompanySales(deps: Pick<Deps, 'db' | 'now' | 'readFromReplica'>, query: ReportQuery): AsyncGenerator<string> {
  const days = await resolveDays(deps, query);
  const { by = 'quarter' } = query;
  const { currency } = await readShopDetails(deps.db);
  const sums = await deps.readFromReplica((db) => sumCompanySales(db, days, by));
  yield writeCsvRow(['period', 'country', 'vat_id', 'company', 'kind', 'net', 'currency']);
  const toCells = (it: CompanySales) => [it.period, it.vatId.slice(0, 2), it.vatId, it.company, it.kind, toDollars(it.netCents), currency];
  yield sums.map((it) => writeCsvRow(toCells(it))).join('');
}

const BATCH = 500;
const ENTRY_COLUMNS = ['at', 'order', 'kind', 'country', 'region', 'tax_rate', 'taxable', 'tax', 'currency', 'order_id'];

const toEntryCells = (it: TaxEntry) => [
  it.at.slice(0, 19),
  it.number ?? '',
  it.netCents < 0 ? 'refund' : 'sale',
  it.country,
  it.region,
  toPercent(it.ratePpm) ?? '',
  toDollars(it.netCents),
  toDollars(it.taxCents),
  it.currency.toUpperCase(),
  it.orderId,
];

/** Read and sent batch by batch. */
export async function* exportTaxEntries(
  deps: Pick<Deps, 'db' | 'now'> & { readFromReplica: ReadFromReplica },
  query: ReportQuery,
): AsyncGenerator<string> {
  const days = await resolveDays(deps, query);
  yield writeCsvRow(ENTRY_COLUMNS);
  for (let last: TaxEntry | undefined; ; ) {
    const after = last;
    const entries = await deps.readFromReplica((db) => listTaxEntries(db, days, after, BATCH));
    yield entries.map((entry) => writeCsvRow(toEntryCells(entry))).join('');
    if (entries.length < BATCH) return;
    last = entries.at(-1);
  }
}
