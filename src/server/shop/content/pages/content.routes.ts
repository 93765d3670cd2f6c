import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/page.ts';
import type { Deps } from '../../../deps.ts';
import { dependOn } from '../../../platform/cache/dependencies.ts';
import { route } from '../../../platform/http/route.ts';
import { readContentPage, updateContentPage } from './content.service.ts';

export function contentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readContentPage, async ({ params, request }) => {
    dependOn(request, `text:${params.name}`);
    return { success: true, ...(await readContentPage(deps, params.name)) };
  });

  route(app, contract.updateContentPage, async ({ params, body }) => {
    const page = await updateContentPage(deps, params.name, body.text, body.version);
    return { success: true, message: 'The text is saved', ...page };
  });
}
