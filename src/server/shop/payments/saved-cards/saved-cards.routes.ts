import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/saved-cards.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { listSavedCards, removeSavedCard } from './saved-cards.service.ts';

export function savedCardRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listSavedCards, async ({ caller }) => ({ success: true, cards: await listSavedCards(deps, caller.id) }));

  route(app, contract.removeSavedCard, async ({ caller, params }) => {
    await removeSavedCard(deps, caller.id, params.id);
    return { success: true, message: 'The card was removed' };
  });
}
