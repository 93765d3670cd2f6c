import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/discount-code.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { addCode, changeCode, endCode, listDiscountCodes } from './discount-code.service.ts';

export function discountCodeRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listDiscountCodes, async ({ query }) => ({ success: true, ...(await listDiscountCodes(deps, query)) }));

  route(app, contract.createDiscountCode, async ({ body: { code, ...input } }) => ({
    success: true,
    message: 'The code is made',
    code: await addCode(deps, code, input),
  }));

  route(app, contract.updateDiscountCode, async ({ params, body: { version, ...input } }) => ({
    success: true,
    message: 'The code is changed',
    code: await changeCode(deps, params.id, input, version),
  }));

  route(app, contract.endDiscountCode, async ({ params }) => ({
    success: true,
    message: 'The code has ended',
    code: await endCode(deps, params.id),
  }));
}
