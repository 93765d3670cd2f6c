/** Orders of a former shop, with their old numbers: only ever read here. Stock, payments, refunds and statistics know nothing of them. */
import { randomUUID } from 'node:crypto';
import { toCents, toDollars } from '../../../contract/money.ts';
import { cutText, isRecord } from '../../../contract/values.ts';
import type { RowNotice } from '../catalog/import/formats/format.ts';
import { createCellError, createKindWork, planEach, type RowKind } from '../catalog/import/runs/row-kind.ts';
import {
  createImportedOrders,
  findImportedNumbers,
  isNearTotal,
  listUntaxedTotals,
  type NewImportedOrder,
} from '../customers/accounts/imported-order.repository.ts';
import type { ImportedDetails, ImportedLine } from '../database/schema/imported.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { type Cells, readJson, readMoney, readTime, readYes, shorten, type Tell, toLine } from './row-values.ts';

const NUMBER_LENGTH = 80;
const LINE_LENGTH = 500;
const TEXT_LENGTH = 2000;
/** More than can be read as a sum; below zero is a mistake. */
const MAX_QUANTITY = 1_000_000;

const toText = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

function toImportedLine(it: unknown, tell: Tell): ImportedLine {
  if (!isRecord(it)) throw createCellError('lines', 'has a line that says nothing of its product');
  const [quantity, price] = [Number(toText(it.quantity) || '1'), Number(toText(it.price) || '0')];
  if (!(quantity >= 0 && quantity <= MAX_QUANTITY))
    throw createCellError('lines', `has a quantity of "${cutText(toText(it.quantity), 40)}"`);
  if (!(Math.abs(price) <= 1_000_000_000)) throw createCellError('lines', `has a price of "${cutText(toText(it.price), 40)}"`);
  const name = shorten(toLine(toText(it.name)) || toText(it.sku) || 'Unnamed', LINE_LENGTH, 'lines', tell);
  return { name, sku: cutText(toLine(toText(it.sku)), NUMBER_LENGTH), quantity, priceCents: toCents(price) };
}

function readDetails(cells: Cells): ImportedDetails {
  const sums = { subtotalCents: 'subtotal', discountCents: 'discount', shippingCents: 'shipping', taxCents: 'tax' } as const;
  const texts = { code: 'code', shippingMethod: 'shipping_rate', paymentMethod: 'provider' } as const;
  const isTaxIncluded = readYes(cells.tax_included);
  const tags = (cells.tags ?? '').split(',').flatMap((it) => toLine(it) || []);
  // A discount may be written as what is taken off.
  const positive = { ...cells, ...(cells.discount && { discount: cells.discount.replace(/^-/, '') }) };
  return {
    ...Object.fromEntries(
      Object.entries(sums).flatMap(([key, column]) => {
        const cents = readMoney(positive, column);
        return cents === null ? [] : [[key, cents]];
      }),
    ),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([key, column]) => (cells[column] ? [[key, cutText(toLine(cells[column]), LINE_LENGTH)]] : [])),
    ),
    ...(isTaxIncluded !== null && { isTaxIncluded }),
    ...(tags.length && { tags: tags.slice(0, 250) }),
  };
}

/** Old books are kept as they are; where they don't add up, that is told. */
function tellSums(
  { lines, details, totalCents, refundedCents }: Pick<NewImportedOrder, 'lines' | 'details' | 'totalCents' | 'refundedCents'>,
  tell: Tell,
): void {
  const { taxCents = 0 } = details;
  const [sum] = lines.some(({ priceCents }) => priceCents > 0) ? listUntaxedTotals({ lines, details }) : [];
  const isNear = (cents: number) => isNearTotal({ totalCents, lines }, cents);
  // Tax is in the prices, or comes on top.
  if (sum !== undefined && !isNear(sum) && !isNear(sum + taxCents))
    tell('guessed', 'total', `is ${toDollars(totalCents).toFixed(2)}, and its lines come to ${toDollars(sum).toFixed(2)}: both are kept`);
  if (refundedCents > totalCents) tell('guessed', 'refunded', 'is more than the order cost: it is kept');
}

function readOrder(
  cells: Cells,
  { timeZone, currency }: { timeZone: string; currency: string },
  tell: Tell,
): Omit<NewImportedOrder, 'id' | 'source' | 'createdAt'> {
  const placedAt = readTime(cells, 'placed', timeZone, tell);
  if (!cells.number || cells.number.length > NUMBER_LENGTH)
    throw createCellError('number', `is required, with ${NUMBER_LENGTH} characters at most`);
  if (!placedAt) throw createCellError('placed', 'is required');
  const totalCents = readMoney(cells, 'total');
  if (totalCents === null) throw createCellError('total', 'is required');
  const written = cells.currency?.toUpperCase() ?? '';
  if (written && !/^[A-Z]{3}$/.test(written))
    throw createCellError('currency', `reads "${cutText(written, 40)}": write a code such as EUR`);
  if (!written) tell('guessed', 'currency', `isn't in the file: ${currency}, as in this shop`);
  const text = (column: string, length = TEXT_LENGTH) => shorten((cells[column] ?? '').trim(), length, column, tell);
  const order = {
    ...{ number: toLine(cells.number), placedAt, totalCents },
    status: text('status', NUMBER_LENGTH),
    email: text('email', 254),
    name: text('customer', 200),
    phone: text('phone', NUMBER_LENGTH),
    shippingAddress: text('address'),
    billingAddress: text('billing_address'),
    currency: written || currency,
    refundedCents: readMoney({ ...cells, refunded: cells.refunded?.replace(/^-/, '') ?? '' }, 'refunded') ?? 0,
    lines: (readJson(cells.lines) ?? []).map((it) => toImportedLine(it, tell)),
    details: readDetails(cells),
    note: text('note'),
  };
  if (!order.lines.length) tell('guessed', 'lines', 'has no line: only its sum is kept');
  tellSums(order, tell);
  return order;
}

const KIND: RowKind<Omit<NewImportedOrder, 'id' | 'source' | 'createdAt'>> = {
  unique: ['number'],
  nameOf: ({ number = '' }) => number,
  plan: async ({ db, import: { format } }, rows) => {
    const shop = await readShopDetails(db);
    const found = await findImportedNumbers(
      db,
      format ?? 'products',
      rows.flatMap(({ cells }) => (cells.number ? toLine(cells.number) : [])),
    );
    return planEach(rows, KIND.nameOf, (row) => {
      const notices: RowNotice[] = [];
      const what = readOrder(row.cells, shop, (kind, column, reason) => notices.push({ kind, column, reason }));
      const name = what.number;
      if (found.has(what.number)) return { row, name, what, outcome: 'unchanged', values: {}, notices: [] };
      const values = {
        placed: what.placedAt.toISOString().slice(0, 10),
        total: `${toDollars(what.totalCents).toFixed(2)} ${what.currency}`,
        customer: what.name,
        email: what.email,
        status: what.status,
        lines: what.lines.length,
      };
      return { row, name, what, outcome: 'created', values, notices };
    });
  },
  write: ({ db, now, import: { format } }, planned) =>
    createImportedOrders(
      db,
      planned.map(({ what }) => ({ ...what, id: randomUUID(), source: format ?? 'products', createdAt: now() })),
    ),
};

export const ORDER_KIND = createKindWork(KIND);
