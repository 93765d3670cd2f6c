import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/gift-card.ts';
import * as credit from '../../../contract/store-credit.ts';
import type { Deps } from '../../deps.ts';
import { findOptionalCaller } from '../../platform/http/authorize.ts';
import { route } from '../../platform/http/route.ts';
import * as service from './gift-card.service.ts';
import { requireGiftGuesses } from './gift-guesses.ts';
import { adjustCredit, readCustomerCredit, readOwnCredit } from './store-credit.service.ts';

export function giftCardRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.checkGiftCard, async ({ body, request }) => {
    const caller = await findOptionalCaller(request);
    const guesser = { accountId: caller?.id ?? null, ip: request.ip, headers: request.headers };
    await requireGiftGuesses(deps, [body.code], guesser);
    return { success: true, card: await service.checkCode(deps, body.code) };
  });

  route(app, credit.readStoreCredit, async ({ caller }) => ({ success: true, ...(await readOwnCredit(deps, caller.id)) }));

  route(app, contract.listGiftCards, async ({ query }) => ({ success: true, ...(await service.listGiftCards(deps, query)) }));

  route(app, contract.exportGiftCards, async () => service.exportCards(deps));

  route(app, contract.readGiftCard, async ({ params }) => ({ success: true, ...(await service.readGiftCard(deps, params.id)) }));

  route(app, contract.issueGiftCard, async ({ body, caller }) => ({
    success: true,
    message: 'The gift card is issued',
    ...(await service.issueByHand(deps, caller, body)),
  }));

  route(app, contract.showGiftCardCode, async ({ params }) => ({ success: true, code: await service.showCode(deps, params.id) }));

  route(app, contract.changeGiftCard, async ({ params, body }) => ({
    success: true,
    message: 'The gift card is changed',
    card: await service.changeCard(deps, params.id, body),
  }));

  route(app, contract.adjustGiftCard, async ({ params, body, caller }) => ({
    success: true,
    message: 'The balance is changed',
    card: await service.adjustCard(deps, caller, params.id, body),
  }));

  route(app, contract.sendGiftCard, async ({ params, body }) => ({
    success: true,
    message: 'The gift card is on its way',
    card: await service.sendAgain(deps, params.id, body.email),
  }));

  route(app, credit.readCustomerCredit, async ({ params }) => ({ success: true, ...(await readCustomerCredit(deps, params.id)) }));

  route(app, credit.adjustCustomerCredit, async ({ params, body, caller }) => ({
    success: true,
    ...(await adjustCredit(deps, caller, params.id, body)),
  }));
}
