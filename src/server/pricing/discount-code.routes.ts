import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/discount-code.ts';
import { RECENT_LOGIN_MINUTES } from '../../contract/limits.ts';
import { requireRecentLogin } from '../auth/reauthentication.ts';
import type { Caller } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { addCode, changeCode, endCode, listDiscountCodes } from './discount-code.service.ts';

export function discountCodeRoutes(app: FastifyInstance, deps: Deps): void {
  /** Whoever has a code that takes off everything needs no money: a stolen session must not be enough to make one. */
  const requireProof = (caller: Caller, { kind, value }: contract.DiscountCodeInput) => {
    if (kind === 'percent' && value === 100) requireRecentLogin(caller, deps.now(), RECENT_LOGIN_MINUTES);
  };

  route(app, contract.listDiscountCodes, async ({ query }) => ({ success: true, ...(await listDiscountCodes(deps, query)) }));

  route(app, contract.createDiscountCode, async ({ body: { code, ...input }, caller }) => {
    requireProof(caller, input);
    return { success: true, message: 'The code is made', code: await addCode(deps, code, input) };
  });

  route(app, contract.updateDiscountCode, async ({ params, body: { version, ...input }, caller }) => {
    requireProof(caller, input);
    return { success: true, message: 'The code is changed', code: await changeCode(deps, params.id, input, version) };
  });

  route(app, contract.endDiscountCode, async ({ params }) => ({
    success: true,
    message: 'The code has ended',
    code: await endCode(deps, params.id),
  }));
}
