import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/page.ts';
import type { Deps } from '../../../deps.ts';
import { dependOn } from '../../../platform/cache/dependencies.ts';
import { route } from '../../../platform/http/route.ts';
import { renderMarkdown } from './markdown.ts';
import {
  addPage,
  changePage,
  exportPages,
  listPages,
  readAdminPage,
  readContentPage,
  readPublishedPage,
  removePage,
  updateContentPage,
} from './page.service.ts';

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

export function pageRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readPage, async ({ params, request }) => {
    const { id, page } = await readPublishedPage(deps.db, params.slug);
    // Only this page shows the text. Title, slug and status are in every footer, so a change of those affects all responses
    // (shop/database/functions/notify_page_changed.sql).
    dependOn(request, `text:${id}`);
    return { success: true, page };
  });

  route(app, contract.exportPages, async () => exportPages(deps.readFromReplica));

  route(app, contract.listPages, async ({ query }) => ({ success: true, ...(await listPages(deps, query)) }));

  route(app, contract.readAdminPage, async ({ params }) => ({ success: true, page: await readAdminPage(deps.db, params.id) }));

  route(app, contract.createPage, async ({ body }) => ({ success: true, message: 'The page is added', page: await addPage(deps, body) }));

  route(app, contract.updatePage, async ({ params, body: { version, ...input } }) => ({
    success: true,
    message: 'The page is saved',
    page: await changePage(deps, params.id, input, version),
  }));

  route(app, contract.deletePage, async ({ params }) => {
    await removePage(deps, params.id);
    return { success: true, message: 'The page is deleted' };
  });

  route(app, contract.previewText, async ({ body }) => ({ success: true, content: renderMarkdown(body.text) }));
}
