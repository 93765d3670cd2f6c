/** Bank statements: which order each line pays, and booking them. Reading changes nothing; a line that is booked is booked once. */
import type { BodyOf, ReplyOf } from '../../../../contract/endpoint.ts';
import { findReferences } from '../../../../contract/iban.ts';
import { toCents, toDollars } from '../../../../contract/money.ts';
import type { bookStatement as bookEndpoint, StatementLine, StatementLineState } from '../../../../contract/order-payment.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../platform/errors.ts';
import { bookPayment } from '../payments/book-payment.service.ts';
import { listBookedKeys, listByNumbers, type NumberedOrder } from '../rows/unpaid-order.repository.ts';
import type { BankLine } from './bank-line.ts';
import { readBankStatement } from './read-file.ts';

/** A number as people write it where they leave out the reference. Of another order it is only taken if its sum fits. */
const NUMBERS = /(?<![\dA-Z.,/-])\d{4,9}(?![\d.,/-])/gi;

const listBareNumbers = (text: string): number[] => [...new Set([...text.matchAll(NUMBERS)].map(([number]) => Number(number)))];

const leftOf = ({ paidAt, totalCents, receivedCents }: NumberedOrder) => (paidAt ? 0 : totalCents - receivedCents);

const isSameCurrency = (line: BankLine, order: NumberedOrder) => line.currency === '' || line.currency === order.currency;

/** The order that the reference names; without one, the order whose number occurs and whose sum is the line's. */
function findOrder(line: BankLine, orders: ReadonlyMap<number, NumberedOrder>): NumberedOrder | null {
  const text = `${line.text} ${line.bankReference}`;
  const [named] = findReferences(text).flatMap((number) => orders.get(number) ?? []);
  if (named) return named;
  const fitting = listBareNumbers(text)
    .flatMap((number) => orders.get(number) ?? [])
    .filter((order) => order.totalCents === line.amountCents || leftOf(order) === line.amountCents);
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function judge(line: BankLine, order: NumberedOrder | null, isBooked: boolean): StatementLineState {
  if (isBooked) return 'booked';
  if (line.amountCents <= 0) return 'outgoing';
  if (!order) return 'unknown';
  if (order.provider !== 'manual') return 'provider';
  if (!isSameCurrency(line, order)) return 'other_currency';
  if (order.paidAt) return 'paid';
  if (order.status === 'cancelled' || order.status === 'expired') return 'ended';
  const left = leftOf(order);
  if (line.amountCents === left) return 'fits';
  return line.amountCents < left ? 'less' : 'more';
}

/** Throws `invalid_request`. */
export async function readStatement({ db }: Pick<Deps, 'db'>, file: string) {
  const { format, encoding, lines, unread } = readBankStatement(Buffer.from(file, 'base64'));
  const numbers = new Set(
    lines.flatMap(({ text, bankReference }) => [
      ...findReferences(`${text} ${bankReference}`),
      ...listBareNumbers(`${text} ${bankReference}`),
    ]),
  );
  const orders = new Map(
    (
      await listByNumbers(
        db,
        [...numbers].filter((it) => it < 2 ** 31),
      )
    ).map((order) => [order.number, order]),
  );
  const booked = await listBookedKeys(
    db,
    lines.map(({ key }) => key),
  );
  const shown = lines.map((line): StatementLine => {
    const order = line.amountCents > 0 ? findOrder(line, orders) : null;
    const { date, payer, text, key } = line;
    return {
      ...{ key, date, payer, text, amount: toDollars(line.amountCents) },
      currency: (line.currency || order?.currency || '').toUpperCase(),
      state: judge(line, order, booked.has(key)),
      order: order && {
        ...{ _id: order.id, number: order.number, total: toDollars(order.totalCents) },
        ...{ left: toDollars(leftOf(order)), currency: order.currency.toUpperCase() },
      },
    };
  });
  return { format, encoding, lines: shown, unread };
}

type Results = ReplyOf<typeof bookEndpoint>['results'];

/** One after the other, each in its own transaction, so that a line that can't be booked doesn't affect the others. */
export async function bookStatement(
  deps: Parameters<typeof bookPayment>[0],
  actor: Parameters<typeof bookPayment>[1],
  { lines }: BodyOf<typeof bookEndpoint>,
): Promise<Results> {
  const results: Results = [];
  for (const { key, order, amount, currency, date = null, note = '' } of lines) {
    try {
      await bookPayment(deps, actor, order, { key, amountCents: toCents(amount), currency, receivedOn: date, note: note.trim() });
      results.push({ key, order, error: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ key, order, error: { code: error.code, message: error.message } });
    }
  }
  return results;
}
