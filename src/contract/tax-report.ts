/** What the shop owes in tax, by period, place and rate: what is declared, for one's own country or by the One-Stop Shop of the European Union. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { CsvFile, Day } from './fields.ts';
import { TaxPart } from './tax.ts';

export const TAX_PERIODS = ['month', 'quarter'] as const;
export type TaxPeriod = (typeof TAX_PERIODS)[number];

/** Both days included, in the shop's time zone; absent: this quarter and the one before. */
const PeriodQuery = { from: Type.Optional(Day), to: Type.Optional(Day), by: Type.Optional(Type.Enum(TAX_PERIODS)) };

export const TaxReportRow = Type.Object({
  /** `2026-11`, or `2026-Q4`. */
  period: Type.String(),
  ...TaxPart.properties,
  /** Of `net` and `tax`: what refunds of this period took back, also of orders of earlier ones. Not above 0. */
  refundedNet: Type.Number(),
  refundedTax: Type.Number(),
  /** How many orders it is of. */
  orders: Type.Integer(),
});
export type TaxReportRow = Type.Static<typeof TaxReportRow>;

/** A local fee of one name and place. */
export const LocalFeeRow = Type.Object({
  period: Type.String(),
  name: Type.String(),
  country: Type.String(),
  region: Type.Optional(Type.String()),
  amount: Type.Number(),
  orders: Type.Integer(),
});
export type LocalFeeRow = Type.Static<typeof LocalFeeRow>;

export const readTaxReportSchemas = {
  summary:
    'Taxable sums and taxes by month or quarter, place and rate, less what was refunded in that period. An order counts on the day of its payment, a refund on its own day.',
  query: Type.Object(PeriodQuery),
  reply: Type.Object({
    success: Type.Boolean(),
    from: Type.String(),
    to: Type.String(),
    by: Type.Enum(TAX_PERIODS),
    /** ISO 4217. */
    currency: Type.String(),
    /** The oldest period first. */
    rows: Type.Array(TaxReportRow),
    /** Local fees of orders that were paid in that period, but for those that were refunded in full; absent: none. */
    localFees: Type.Optional(Type.Array(LocalFeeRow)),
  }),
} satisfies EndpointSchemas;

export const readTaxReport: Endpoint<typeof readTaxReportSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/tax-report',
  access: 'read-only',
  scopes: ['read'],
};

export const exportTaxReportSchemas = {
  summary: 'The same as CSV.',
  query: Type.Object(PeriodQuery),
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportTaxReport: Endpoint<typeof exportTaxReportSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/tax-report.csv',
  access: 'read-only',
  scopes: ['read'],
  isDownload: true,
};

export const exportCompanySalesSchemas = {
  summary: 'What was sold to companies of other countries with reverse charge, by VAT ID, as CSV: what an EC sales list declares.',
  query: Type.Object(PeriodQuery),
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportCompanySales: Endpoint<typeof exportCompanySalesSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/tax-report/companies.csv',
  access: 'read-only',
  scopes: ['read'],
  isDownload: true,
};

export const exportTaxEntriesSchemas = {
  summary: 'What the report adds up, as CSV: a row for each sale and refund of an order and each of its rates, oldest first.',
  query: Type.Object({ from: PeriodQuery.from, to: PeriodQuery.to }),
  reply: CsvFile,
} satisfies EndpointSchemas;

export const exportTaxEntries: Endpoint<typeof exportTaxEntriesSchemas, 'read-only'> = {
  method: 'GET',
  path: '/api/v1/shop/tax-report/orders.csv',
  access: 'read-only',
  scopes: ['read'],
  isDownload: true,
};
