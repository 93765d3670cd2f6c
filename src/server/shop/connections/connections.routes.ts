import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as contract from '../../../contract/connections.ts';
import * as payments from '../../../contract/payment-connection.ts';
import * as paypal from '../../../contract/paypal-connection.ts';
import type { Deps } from '../../deps.ts';
import { getPublicOrigin } from '../../platform/http/public-origin.ts';
import { route } from '../../platform/http/route.ts';
import { connectAddress, describeAddressConnection, disconnectAddress, proveChallenge } from './address-connection.service.ts';
import { connectEmail, describeEmailConnection, disconnectEmail, testEmailConnection } from './email-connection.service.ts';
import {
  activatePayments,
  checkPayments,
  connectPayments,
  describePaymentConnection,
  disconnectPayments,
} from './payment-connection.service.ts';
import { activatePaypal, checkPaypal, connectPaypal, describePaypalConnection, disconnectPaypal } from './paypal-connection.service.ts';

export function connectionRoutes(app: FastifyInstance, deps: Deps): void {
  const paymentReply = (message: string) => ({ success: true, message, connection: describePaymentConnection(deps) });

  route(app, payments.readPaymentConnection, async () => ({ success: true, connection: describePaymentConnection(deps) }));

  route(app, payments.connectPayments, async ({ params, body }) => paymentReply(await connectPayments(deps, params.mode, body)));

  route(app, payments.activatePayments, async ({ params, body }) => {
    await activatePayments(deps, params.mode, body.version);
    return paymentReply(params.mode === 'live' ? 'The shop takes real payments now' : 'The shop takes test payments now');
  });

  route(app, payments.disconnectPayments, async ({ params, body }) => {
    await disconnectPayments(deps, params.mode, body.version);
    return paymentReply('The key is forgotten');
  });

  route(app, payments.checkPayments, async () => ({ success: true, problems: await checkPayments(deps) }));

  const paypalReply = (message: string) => ({ success: true, message, connection: describePaypalConnection(deps) });

  route(app, paypal.readPaypalConnection, async () => ({ success: true, connection: describePaypalConnection(deps) }));

  route(app, paypal.connectPaypal, async ({ params, body }) => {
    await connectPaypal(deps, params.mode, body);
    return paypalReply('PayPal is connected');
  });

  route(app, paypal.activatePaypal, async ({ params, body }) => {
    await activatePaypal(deps, params.mode, body.version);
    return paypalReply(params.mode === 'live' ? 'PayPal takes real payments now' : "PayPal's sandbox takes test payments now");
  });

  route(app, paypal.disconnectPaypal, async ({ params, body }) => {
    await disconnectPaypal(deps, params.mode, body.version);
    return paypalReply('The secret is forgotten');
  });

  route(app, paypal.checkPaypal, async () => ({ success: true, problems: await checkPaypal(deps) }));

  const emailReply = (message: string) => ({ success: true, message, connection: describeEmailConnection(deps) });

  route(app, contract.readEmailConnection, async () => ({ success: true, connection: describeEmailConnection(deps) }));

  route(app, contract.connectEmail, async ({ body: { version, ...sent } }) => {
    await connectEmail(deps, sent, version);
    return emailReply('The mail server is connected');
  });

  route(app, contract.disconnectEmail, async ({ body }) => {
    await disconnectEmail(deps, body.version);
    return emailReply('The mail server is forgotten');
  });

  route(app, contract.testEmailConnection, async ({ body, caller }) => ({
    success: true,
    test: await testEmailConnection(deps, body, caller.email),
  }));

  /** As this request has it, whatever is set. */
  const readAsked = (request: FastifyRequest) => getPublicOrigin({ publicUrl: null }, request);
  const addressReply = (message: string, asked: string) => ({ success: true, message, connection: describeAddressConnection(deps, asked) });

  route(app, contract.readAddressConnection, async ({ request }) => ({
    success: true,
    connection: describeAddressConnection(deps, readAsked(request)),
  }));

  route(app, contract.connectAddress, async ({ body, request }) => {
    const asked = readAsked(request);
    await connectAddress(deps, body, asked);
    return addressReply('The public address is saved', asked);
  });

  route(app, contract.disconnectAddress, async ({ body, request }) => {
    const asked = readAsked(request);
    await disconnectAddress(deps, body.version, asked);
    return addressReply('The public address is forgotten', asked);
  });

  route(app, contract.proveAddress, async ({ body }) => ({ success: true, proof: await proveChallenge(deps.db, body.challenge) }));
}
