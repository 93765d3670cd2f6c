/** Withdrawing from orders, without a login. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/withdrawal.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { declareWithdrawal, declareWithdrawalByNumber, readWithdrawalForm } from './withdrawal.service.ts';

export function withdrawalRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readWithdrawalForm, async ({ params, body }) => ({
    success: true,
    order: await readWithdrawalForm(deps, params.id, body.signature),
  }));

  route(app, contract.declareWithdrawal, async ({ params, body, request }) => ({
    success: true,
    order: await declareWithdrawal(deps, params.id, body, request.ip),
  }));

  route(app, contract.declareWithdrawalByNumber, async ({ body, request }) => {
    await declareWithdrawalByNumber(deps, body, request.ip);
    return { success: true, message: 'If number and email belong to an order, its receipt is on its way to that email' };
  });
}
