/** API keys, for owners. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/team.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import * as service from './api-key.service.ts';

export function apiKeyRoutes(app: FastifyInstance, deps: Deps): void {
  const reply = async () => ({ success: true, keys: await service.listApiKeys(deps) });

  route(app, contract.listApiKeys, reply);

  route(app, contract.createApiKey, async ({ body, caller }) => {
    const key = await service.createApiKey(deps, caller, body);
    return { ...(await reply()), key };
  });

  route(app, contract.endApiKey, async ({ params }) => {
    await service.endApiKey(deps.db, params.id);
    return { ...(await reply()), message: 'The API key has ended' };
  });
}
