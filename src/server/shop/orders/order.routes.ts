import type { FastifyInstance } from 'fastify';
import { priceCart } from '../../../contract/cart.ts';
import { toDestination } from '../../../contract/countries.ts';
import * as guestContract from '../../../contract/guest-order.ts';
import { toCents } from '../../../contract/money.ts';
import * as contract from '../../../contract/order.ts';
import * as adminContract from '../../../contract/order-admin.ts';
import * as shipping from '../../../contract/order-shipping.ts';
import * as procurement from '../../../contract/procurement.ts';
import * as tests from '../../../contract/test-orders.ts';
import type { Deps } from '../../deps.ts';
import { createIssuesError } from '../../platform/errors.ts';
import { findOptionalCaller } from '../../platform/http/authorize.ts';
import { getPublicOrigin } from '../../platform/http/public-origin.ts';
import { route } from '../../platform/http/route.ts';
import { hasBalances } from '../balances/balance-settings.ts';
import { requireGiftGuesses } from '../balances/gift-guesses.ts';
import { findRegionIssue } from '../customers/addresses/address.ts';
import { type Guesser, requireCodeGuess } from '../pricing/usable-code.ts';
import { requiresConfirmation } from '../team/login/account-link.ts';
import { readCartPrice } from './checkout/cart-price.service.ts';
import { startCheckout } from './checkout/checkout.service.ts';
import { resumeCheckout } from './checkout/checkout-session.service.ts';
import { cancelOwnOrder, endCheckout } from './checkout/end-checkout.service.ts';
import { exportOrders } from './export/export-orders.service.ts';
import { exportToProcure, listToProcure } from './export/to-procure.service.ts';
import {
  cancelGuestOrder,
  claimGuestOrder,
  claimGuestOrders,
  createGuestAccount,
  readGuestOrder,
  requestGuestChange,
  resumeGuestCheckout,
  sendClaimLink,
  startGuestCheckout,
} from './guests/guest-order.service.ts';
import { changeBilling } from './lifecycle/change-billing.service.ts';
import { hashNetwork, loadGuestSecret } from './lifecycle/guest-link.ts';
import {
  addNote,
  advanceOrder,
  changeOrderFields,
  findOrdersByNumber,
  listAllOrders,
  listUserOrders,
  readAnyOrder,
  readNeighbors,
  readOwnOrder,
} from './lifecycle/order.service.ts';
import { withOwnParts } from './payments/own-order-parts.ts';
import { refundOrder } from './refunds/refund.service.ts';
import { toSelection } from './refunds/refund-amounts.ts';
import { declineRequest, requestChange } from './requests/order-request.service.ts';
import { shipOrder, shipOrders } from './shipping/ship-orders.service.ts';
import {
  decideIsTest,
  deleteTestOrder,
  deleteTestOrders,
  endTestOrders,
  readTestOrders,
  startTestOrders,
} from './test-orders/test-orders.service.ts';

/** Codes of discounts and of gift cards. */
async function requireGuesses(deps: Deps, choices: { code?: string; giftCards?: string[] }, guesser: Guesser): Promise<void> {
  await requireCodeGuess(deps, choices.code, guesser);
  if (choices.giftCards?.length && (await hasBalances(deps))) await requireGiftGuesses(deps, choices.giftCards, guesser);
}

export function cartPriceRoutes(app: FastifyInstance, deps: Deps): void {
  route(
    app,
    priceCart,
    async ({ body: { products, address: { country, region = '', postcode = '' } = {}, billing, ...choices }, request }) => {
      const destination = country ? toDestination({ country, region, postcode }) : null;
      // A region that the country doesn't have would be shown as untaxed.
      const issue = destination && findRegionIssue(destination, 'address.region');
      if (issue) throw createIssuesError([issue]);
      const caller = await findOptionalCaller(request);
      await requireGuesses(deps, choices, { accountId: caller?.id ?? null, ip: request.ip, headers: request.headers });
      const customer = caller && { email: caller.email, userId: caller.id, network: null };
      const network = !caller && choices.giftCards?.length ? hashNetwork(await loadGuestSecret(deps.db), request.ip) : null;
      return readCartPrice(deps, customer, products, choices, destination, { billing, network });
    },
  );
}

export function orderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.startCheckout, async ({ body, caller, request }) => {
    const { products, address, shipTo, guest, isTest: isTestExpected, country, region, billing, ...rest } = body;
    const { customerNote, giftMessage, confirmations, ...choices } = rest;
    const isTest = decideIsTest(caller, isTestExpected, deps.now());
    await requireGuesses(deps, choices, { accountId: caller?.id ?? null, ip: request.ip, headers: request.headers });
    const words = { customerNote, giftMessage, confirmations };
    const cart = { items: products, choices, country, region, billing, ...words, origin: getPublicOrigin(deps, request) };
    if (!caller) return startGuestCheckout(deps, guest, cart, request.ip);
    const network = hashNetwork(await loadGuestSecret(deps.db), request.ip);
    return startCheckout(deps, { userId: caller.id, name: caller.name, network }, { ...cart, address, shipTo, isTest });
  });

  route(app, contract.listOrders, async ({ query, caller }) => ({
    success: true,
    ...(await listUserOrders(deps.db, caller.id, query)),
  }));

  route(app, contract.readOrder, async ({ params, caller }) => ({
    success: true,
    order: await withOwnParts(deps, await readOwnOrder(deps.db, { userId: caller.id }, params.id)),
  }));

  route(app, contract.cancelOrder, async ({ params, caller }) => ({
    success: true,
    order: await cancelOwnOrder(deps, { userId: caller.id }, caller.name, params.id),
  }));

  route(app, contract.resumeCheckout, async ({ params, caller, request }) => ({
    success: true,
    ...(await resumeCheckout(deps, { userId: caller.id }, params.id, getPublicOrigin(deps, request))),
  }));

  route(app, contract.requestOrderChange, async ({ params, body, caller }) => {
    const owner = { userId: caller.id };
    await requestChange(deps, owner, caller.name, params.id, body);
    return { success: true, order: await withOwnParts(deps, await readOwnOrder(deps.db, owner, params.id)) };
  });

  adminRoutes(app, deps);
}

function adminRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, adminContract.listAllOrders, async ({ query, caller }) => ({
    success: true,
    ...(await listAllOrders(deps.db, query, { withTests: !('key' in caller) })),
  }));

  route(app, adminContract.readAnyOrder, async ({ params }) => ({ success: true, order: await readAnyOrder(deps.db, params.id) }));

  route(app, procurement.listToProcure, async () => ({ success: true, ...(await listToProcure(deps.db)) }));

  route(app, procurement.exportToProcure, async () => exportToProcure(deps.readFromReplica));

  route(app, adminContract.exportOrders, async ({ query }) => exportOrders(deps.readFromReplica, query));

  route(app, adminContract.changeBilling, async ({ params, body, caller }) => ({
    success: true,
    order: await changeBilling(deps, caller, params.id, body),
  }));

  route(app, adminContract.readOrderNeighbors, async ({ params, query }) => ({
    success: true,
    ...(await readNeighbors(deps.db, params.id, query)),
  }));

  route(app, shipping.shipOrder, async ({ params, body, caller }) => ({
    success: true,
    order: await shipOrder(deps, caller, params.id, body),
  }));

  route(app, shipping.shipOrders, async ({ body, caller }) => ({ success: true, results: await shipOrders(deps, caller, body) }));

  route(app, shipping.findOrdersByNumber, async ({ body }) => ({
    success: true,
    orders: await findOrdersByNumber(deps.db, body.numbers),
  }));

  route(app, shipping.deliverOrder, async ({ params, caller }) => ({
    success: true,
    order: await advanceOrder(deps, caller, params.id, 'deliver', 'Delivered'),
  }));

  route(app, adminContract.endCheckout, async ({ params, caller }) => ({
    success: true,
    order: await endCheckout(deps, caller, params.id),
  }));

  route(app, adminContract.acceptOrder, async ({ params, body, caller }) => ({
    success: true,
    order: await advanceOrder(deps, caller, params.id, 'accept', body.why.trim(), { version: body.version }),
  }));

  route(app, adminContract.refundOrder, async ({ params, body, caller }) => {
    const { amount, reason, version, lines, shipping, ...refund } = body;
    const input = { ...refund, amountCents: toCents(amount), reason: reason.trim(), selection: toSelection(lines, shipping) };
    return { success: true, order: await refundOrder(deps, caller, params.id, input, version) };
  });

  route(app, adminContract.addOrderNote, async ({ params, body, caller }) => ({
    success: true,
    order: await addNote(deps, caller, params.id, body),
  }));

  route(app, adminContract.changeOrderFields, async ({ params, body }) => ({
    success: true,
    order: await changeOrderFields(deps.db, params.id, body),
  }));

  route(app, adminContract.declineOrderRequest, async ({ params, body, caller }) => ({
    success: true,
    order: await declineRequest(deps, caller, params.id, body),
  }));
}

/** An owner's test orders. */
export function testOrderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, tests.readTestOrders, async ({ caller }) => ({ success: true, testOrders: await readTestOrders(deps, caller) }));

  route(app, tests.startTestOrders, async ({ caller }) => ({ success: true, testOrders: await startTestOrders(deps, caller) }));

  route(app, tests.endTestOrders, async ({ caller }) => ({ success: true, testOrders: await endTestOrders(deps, caller) }));

  route(app, tests.deleteTestOrders, async ({ caller }) => {
    const { deleted, testOrders } = await deleteTestOrders(deps, caller);
    return { success: true, message: `${deleted} test ${deleted === 1 ? 'order' : 'orders'} deleted`, deleted, testOrders };
  });

  route(app, tests.deleteTestOrder, async ({ params }) => {
    await deleteTestOrder(deps, params.id);
    return { success: true, message: 'Test order deleted' };
  });
}

/** Orders of guests, by the signature of their link. */
export function guestOrderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, guestContract.readGuestOrder, async ({ params, body }) => ({
    success: true,
    order: await readGuestOrder(deps, params.id, body.signature),
  }));

  route(app, guestContract.cancelGuestOrder, async ({ params, body }) => ({
    success: true,
    order: await cancelGuestOrder(deps, params.id, body.signature),
  }));

  route(app, guestContract.resumeGuestCheckout, async ({ params, body, request }) => ({
    success: true,
    ...(await resumeGuestCheckout(deps, params.id, body.signature, getPublicOrigin(deps, request))),
  }));

  route(app, guestContract.createGuestAccount, async ({ params, body, request }) => {
    await createGuestAccount(deps, params.id, body.signature, body.password, request.ip);
    const isConfirmationNeeded = requiresConfirmation(deps.accounts);
    return { success: true, message: 'Register successfully!', ...(isConfirmationNeeded && { isConfirmationNeeded }) };
  });

  route(app, guestContract.claimGuestOrder, async ({ params, body, caller }) => ({
    success: true,
    order: await claimGuestOrder(deps, caller, params.id, body.signature),
  }));

  route(app, guestContract.requestClaimLink, async ({ caller, request }) => {
    await sendClaimLink(deps, caller, request.ip);
    return { success: true, message: 'If there are orders made with your email as a guest, a link to add them is on its way' };
  });

  route(app, guestContract.claimGuestOrders, async ({ body, caller }) => ({
    success: true,
    count: await claimGuestOrders(deps, caller, body.token),
  }));

  route(app, guestContract.requestGuestOrderChange, async ({ params, body: { signature, ...input } }) => ({
    success: true,
    order: await requestGuestChange(deps, params.id, signature, input),
  }));
}
