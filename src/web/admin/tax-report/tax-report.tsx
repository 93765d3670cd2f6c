/** What the shop owes in tax, by period, place and rate, and its files. */
import { useSearchParams } from 'react-router';
import { nameCountry } from '../../../contract/countries.ts';
import { toCents, toDollars } from '../../../contract/money.ts';
import {
  exportCompanySales,
  exportTaxEntries,
  exportTaxReport,
  type LocalFeeRow,
  readTaxReport,
  TAX_PERIODS,
  type TaxPeriod,
  type TaxReportRow,
} from '../../../contract/tax-report.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { PercentIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader, FullWidth } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatCount, formatPrice } from '../../shared/format.ts';
import { DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { taxReport as words } from './messages.ts';

export const meta = createTitleMeta(words.title);

function namePlace({ country, region }: Pick<TaxReportRow, 'country' | 'region'>): string {
  if (!country) return words.unknownPlace;
  return region ? words.region(region, nameCountry(country)) : nameCountry(country);
}

const nameRate = ({ rate, reverseCharge }: TaxReportRow): string =>
  reverseCharge ? words.reverseCharge : rate === null ? words.byProvider : `${rate}%`;

const listColumns = (currency: string): Column<TaxReportRow>[] => [
  { header: words.period, cell: ({ period }) => period.replace('-', ' ') },
  { header: words.place, cell: namePlace },
  { header: words.rate, isEndAligned: true, cell: nameRate },
  { header: words.net, isEndAligned: true, cell: ({ net }) => formatPrice(net, currency) },
  { header: words.tax, isEndAligned: true, cell: ({ tax }) => formatPrice(tax, currency) },
  { header: words.refunded, isEndAligned: true, cell: ({ refundedTax }) => (refundedTax ? formatPrice(refundedTax, currency) : '–') },
  { header: words.orders, isEndAligned: true, cell: ({ orders }) => formatCount(orders) },
];

function LocalFeeTable({ rows, currency }: { rows: LocalFeeRow[]; currency: string }) {
  const columns: Column<LocalFeeRow>[] = [
    { header: words.period, cell: ({ period }) => period.replace('-', ' ') },
    { header: words.place, cell: namePlace },
    { header: words.fee, cell: ({ name }) => name },
    { header: words.sum, isEndAligned: true, cell: ({ amount }) => formatPrice(amount, currency) },
    { header: words.orders, isEndAligned: true, cell: ({ orders }) => formatCount(orders) },
  ];
  return (
    <section className="mt-8">
      <h2 className="mb-1 text-title">{words.localFees}</h2>
      <p className="mb-3 text-soft">{words.localFeesHint}</p>
      <DataTable
        caption={words.localFees}
        columns={columns}
        rows={rows}
        getRowKey={({ period, country, region, name }) => `${period} ${country} ${region ?? ''} ${name}`}
        narrowLayout="list"
      />
    </section>
  );
}

const sum = (amounts: number[]) => toDollars(amounts.reduce((all, amount) => all + toCents(amount), 0));

export default function TaxReportPage() {
  const [params, setParams] = useSearchParams();
  const by: TaxPeriod = params.get('by') === 'month' ? 'month' : 'quarter';
  const day = (name: 'from' | 'to') => (/^\d{4}-\d\d-\d\d$/.test(params.get(name) ?? '') ? (params.get(name) ?? '') : '');
  const [from, to] = [day('from'), day('to')];
  const days = { ...(from && { from }), ...(to && { to }) };
  const query = { ...days, by };
  const loaded = useLoad(`tax report ${JSON.stringify(query)}`, (it, signal) => it(readTaxReport, { query, signal }));
  const { data } = loaded;
  return (
    <FullWidth>
      <DashboardHeader
        title={words.title}
        lead={words.lead}
        actions={
          Boolean(data?.rows.length) && (
            <div className="flex flex-wrap gap-2">
              <DownloadButton fileName={words.sumsFileName} load={() => api(exportTaxReport, { query })}>
                {words.exportSums}
              </DownloadButton>
              <DownloadButton fileName={words.ordersFileName} load={() => api(exportTaxEntries, { query: days })}>
                {words.exportOrders}
              </DownloadButton>
              {data?.rows.some(({ reverseCharge }) => reverseCharge) && (
                <DownloadButton fileName={words.companiesFileName} load={() => api(exportCompanySales, { query })}>
                  {words.exportCompanies}
                </DownloadButton>
              )}
            </div>
          )
        }
      />
      <form
        key={`${by} ${data?.from} ${data?.to}`}
        className="mb-5 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          const chosen = [...new FormData(event.currentTarget)].filter(([, value]) => value !== '');
          setParams(new URLSearchParams(chosen.map(([name, value]) => [name, String(value)])));
        }}
      >
        <TextField label={words.from} name="from" type="date" defaultValue={from || data?.from} />
        <TextField label={words.to} name="to" type="date" defaultValue={to || data?.to} />
        <SelectField label={words.by} name="by" defaultValue={by}>
          {TAX_PERIODS.map((it) => (
            <option key={it} value={it}>
              {words.periods[it]}
            </option>
          ))}
        </SelectField>
        <Button type="submit" variant="secondary" className="min-h-11">
          {words.show}
        </Button>
      </form>
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={5} />}>
        {({ rows, currency, localFees = [] }) => (
          <>
            {rows.length ? (
              <>
                <DataTable
                  caption={words.caption}
                  columns={listColumns(currency)}
                  rows={rows}
                  getRowKey={({ period, country, region, rate, reverseCharge }) =>
                    `${period} ${country} ${region ?? ''} ${rate} ${reverseCharge ?? ''}`
                  }
                  narrowLayout="list"
                />
                <p className="mt-3 tabular-nums text-soft">
                  {words.total(
                    formatPrice(sum(rows.map(({ net }) => net)), currency),
                    formatPrice(sum(rows.map(({ tax }) => tax)), currency),
                  )}
                </p>
              </>
            ) : localFees.length ? null : (
              <EmptyState icon={<PercentIcon size={22} />} title={words.none}>
                {words.noneHint}
              </EmptyState>
            )}
            {localFees.length > 0 && <LocalFeeTable rows={localFees} currency={currency} />}
          </>
        )}
      </AsyncContent>
    </FullWidth>
  );
}
