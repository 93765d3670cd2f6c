import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/opening.ts';
import type { Deps } from '../../deps.ts';
import { route } from '../../platform/http/route.ts';
import { loadOpening, updateOpening } from '../settings/opening.service.ts';

export function openingRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readOpening, async () => ({ success: true, ...(await loadOpening(deps.db)) }));

  route(app, contract.updateOpening, async ({ body: { version, ...change } }) => ({
    success: true,
    ...(await updateOpening(deps, change, version)),
  }));
}
