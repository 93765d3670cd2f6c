import type { FastifyInstance } from 'fastify';
import type { DiscountCodeInput } from '../../../contract/discount-code.ts';
import * as contract from '../../../contract/discount-code.ts';
import { RECENT_LOGIN_MINUTES } from '../../../contract/limits.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../platform/http/authorize.ts';
import { route } from '../../platform/http/route.ts';
import { requireWholeAmounts } from '../settings/whole-amounts.service.ts';
import { requireRecentLogin } from '../team/sessions/reauthentication.ts';
import { addCode, changeCode, endCode, listDiscountCodes } from './discount-code.service.ts';

export function discountCodeRoutes(app: FastifyInstance, deps: Deps): void {
  /** Whoever has a code that takes off everything needs no money: a stolen session must not be enough to make one. */
  const requireProof = (caller: Caller, { kind, value }: DiscountCodeInput) => {
    if (kind === 'percent' && value === 100) requireRecentLogin(caller, deps.now(), RECENT_LOGIN_MINUTES);
  };

  route(app, contract.listDiscountCodes, async ({ query }) => ({ success: true, ...(await listDiscountCodes(deps, query)) }));

  /** Of per cents the value is no amount. */
  const requireWhole = ({ kind, value, minimum }: DiscountCodeInput) =>
    requireWholeAmounts(deps, { value: kind === 'amount' ? value : null, minimum });

  route(app, contract.createDiscountCode, async ({ body: { code, ...input }, caller }) => {
    requireProof(caller, input);
    await requireWhole(input);
    return { success: true, message: 'The code is made', code: await addCode(deps, code, input) };
  });

  route(app, contract.updateDiscountCode, async ({ params, body: { version, ...input }, caller }) => {
    requireProof(caller, input);
    await requireWhole(input);
    return { success: true, message: 'The code is changed', code: await changeCode(deps, params.id, input, version) };
  });

  route(app, contract.endDiscountCode, async ({ params }) => ({
    success: true,
    message: 'The code has ended',
    code: await endCode(deps, params.id),
  }));
}
