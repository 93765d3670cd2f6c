import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/redirect.ts';
import type { Deps } from '../../../deps.ts';
import { getPublicOrigin } from '../../../platform/http/public-origin.ts';
import { route } from '../../../platform/http/route.ts';
import { addRedirects, listRedirects, removeRedirect } from './redirect.service.ts';

export function redirectRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listRedirects, async ({ query }) => ({ success: true, ...(await listRedirects(deps, query)) }));

  route(app, contract.addRedirects, async ({ body, request }) => {
    const { added, refused } = await addRedirects(deps, body.text, [getPublicOrigin(deps, request)]);
    return { success: true, message: `${added} added, ${refused.length} refused`, added, refused };
  });

  route(app, contract.deleteRedirect, async ({ params }) => {
    await removeRedirect(deps, params.id);
    return { success: true, message: 'The redirect is deleted' };
  });
}
