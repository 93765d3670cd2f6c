import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/content.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { readContentPage, updateContentPage } from './content.service.ts';

export function contentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readContentPage, async ({ params }) => ({
    success: true,
    name: params.name,
    text: await readContentPage(deps.db, params.name),
  }));

  route(app, contract.updateContentPage, async ({ params, body }) => {
    const text = await updateContentPage(deps.db, params.name, body.text);
    return { success: true, message: 'The text is saved', name: params.name, text };
  });
}
