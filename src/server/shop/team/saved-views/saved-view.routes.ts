/** Saved views of the team's lists. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/saved-view.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { listViews } from './saved-view.repository.ts';
import { changeView, createView, removeView } from './saved-view.service.ts';

export function savedViewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listSavedViews, async ({ query, caller }) => ({
    success: true,
    views: await listViews(deps.db, caller.id, query.list),
  }));

  route(app, contract.createSavedView, async ({ body, caller }) => ({ success: true, ...(await createView(deps, caller, body)) }));

  route(app, contract.updateSavedView, async ({ params, body, caller }) => ({
    success: true,
    ...(await changeView(deps, caller, params.id, body)),
  }));

  route(app, contract.deleteSavedView, async ({ params, caller }) => ({ success: true, views: await removeView(deps, caller, params.id) }));
}
