/** Payments by hand, as the team books them: of one order, or from a bank statement. */
import type { FastifyInstance } from 'fastify';
import { toCents } from '../../../../contract/money.ts';
import * as contract from '../../../../contract/order-payment.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { bookPayment } from '../payments/book-payment.service.ts';
import { bookStatement, readStatement } from './statement.service.ts';

export function orderPaymentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.bookPayment, async ({ params, body, caller }) => {
    const { amount, note = '', ...details } = body;
    const booking = { ...details, amountCents: toCents(amount), note: note.trim() };
    return { success: true, order: await bookPayment(deps, caller, params.id, booking) };
  });

  route(app, contract.readStatement, async ({ body }) => ({ success: true, ...(await readStatement(deps, body.file)) }));

  route(app, contract.bookStatement, async ({ body, caller }) => ({
    success: true,
    results: await bookStatement(deps, caller, body),
  }));
}
