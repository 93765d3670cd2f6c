/** Orders of guests, by the signature of their link. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/guest-order.ts';
import { requestGuestOrderChange } from '../../../../contract/guest-order.ts';
import type { Deps } from '../../../deps.ts';
import { getPublicOrigin } from '../../../platform/http/public-origin.ts';
import { route } from '../../../platform/http/route.ts';
import { requiresConfirmation } from '../../team/login/account-link.ts';
import {
  cancelGuestOrder,
  claimGuestOrder,
  claimGuestOrders,
  createGuestAccount,
  readGuestOrder,
  requestGuestChange,
  resumeGuestCheckout,
  sendClaimLink,
} from './guest-order.service.ts';

export function guestOrderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readGuestOrder, async ({ params, body }) => ({
    success: true,
    order: await readGuestOrder(deps, params.id, body.signature),
  }));

  route(app, contract.cancelGuestOrder, async ({ params, body }) => ({
    success: true,
    order: await cancelGuestOrder(deps, params.id, body.signature),
  }));

  route(app, contract.resumeGuestCheckout, async ({ params, body, request }) => ({
    success: true,
    ...(await resumeGuestCheckout(deps, params.id, body.signature, getPublicOrigin(deps, request))),
  }));

  route(app, contract.createGuestAccount, async ({ params, body, request }) => {
    await createGuestAccount(deps, params.id, body.signature, body.password, request.ip);
    const isConfirmationNeeded = requiresConfirmation(deps.accounts);
    return { success: true, message: 'Register successfully!', ...(isConfirmationNeeded && { isConfirmationNeeded }) };
  });

  route(app, contract.claimGuestOrder, async ({ params, body, caller }) => ({
    success: true,
    order: await claimGuestOrder(deps, caller, params.id, body.signature),
  }));

  route(app, contract.requestClaimLink, async ({ caller, request }) => {
    await sendClaimLink(deps, caller, request.ip);
    return { success: true, message: 'If there are orders made with your email as a guest, a link to add them is on its way' };
  });

  route(app, contract.claimGuestOrders, async ({ body, caller }) => ({
    success: true,
    count: await claimGuestOrders(deps, caller, body.token),
  }));

  route(app, requestGuestOrderChange, async ({ params, body: { signature, ...input } }) => ({
    success: true,
    order: await requestGuestChange(deps, params.id, signature, input),
  }));
}
