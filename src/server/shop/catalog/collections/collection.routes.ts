import type { FastifyInstance } from 'fastify';
import { listCollectionProducts, listCollections } from '../../../../contract/collection.ts';
import * as contract from '../../../../contract/collection-admin.ts';
import type { Deps } from '../../../deps.ts';
import { dependOn } from '../../../platform/cache/dependencies.ts';
import { route } from '../../../platform/http/route.ts';
import { listPublished } from './collection.repository.ts';
import {
  addCollection,
  addToCollection,
  changeCollection,
  listCollections as listAll,
  readCollection,
  removeCollection,
} from './collection.service.ts';
import { browseCollection, previewCollection, previewRule } from './collection-list.service.ts';

export function collectionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, listCollections, async ({ request }) => {
    dependOn(request, 'collections');
    return { success: true, collections: await listPublished(deps.db) };
  });

  route(app, listCollectionProducts, async ({ params, query, request }) => {
    const { dependencies, ...page } = await browseCollection(deps, params.slug, query);
    for (const dependency of dependencies) dependOn(request, dependency);
    // Any collection may take a slug that this one had.
    if (page.collection.slug !== params.slug) dependOn(request, 'collections');
    return { success: true, ...page };
  });

  route(app, contract.listAdminCollections, async ({ query }) => ({ success: true, ...(await listAll(deps, query)) }));

  route(app, contract.readAdminCollection, async ({ params }) => ({ success: true, collection: await readCollection(deps.db, params.id) }));

  route(app, contract.previewSavedCollection, async ({ params }) => ({ success: true, ...(await previewCollection(deps, params.id)) }));

  route(app, contract.previewCollection, async ({ body: { rule, sort } }) => ({ success: true, ...(await previewRule(deps, rule, sort)) }));

  route(app, contract.createCollection, async ({ body }) => {
    const collection = await addCollection(deps, body);
    return { success: true, message: `${collection.title} is added`, collection };
  });

  route(app, contract.updateCollection, async ({ params, body: { version, ...input } }) => {
    const collection = await changeCollection(deps, params.id, input, version);
    return { success: true, message: `${collection.title} is saved`, collection };
  });

  route(app, contract.addToCollection, async ({ params, body }) => {
    const { collection, added } = await addToCollection(deps, params.id, body.products);
    return { success: true, message: `${added} added to ${collection.title}`, collection, added };
  });

  route(app, contract.deleteCollection, async ({ params }) => {
    await removeCollection(deps, params.id);
    return { success: true, message: 'The collection is deleted' };
  });
}
