import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/custom-fields.ts';
import { SECOND } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { route } from '../../platform/http/route.ts';
import { acceptUploads } from '../../platform/http/uploads/multipart.ts';
import { listFields, listNamedProducts } from './field.repository.ts';
import { addField, changeField, orderFields, readUsage, removeField, tidyFields } from './field.service.ts';
import { addFile } from './field-file.service.ts';

/** How long a call removes values itself, so that in most shops they are gone with its answer; the job `tidy-fields` does the rest. */
const TIDY_TIME = 3 * SECOND;

export function fieldRoutes(app: FastifyInstance, deps: Deps): void {
  const tidy = () => tidyFields(deps, AbortSignal.timeout(TIDY_TIME));

  route(app, contract.listCustomFields, async ({ query }) => ({ success: true, fields: await listFields(deps.db, query.owner) }));

  route(app, contract.createCustomField, async ({ body }) => ({ success: true, field: await addField(deps, body) }));

  route(app, contract.updateCustomField, async ({ params, body }) => {
    const field = await changeField(deps, params.id, body);
    await tidy();
    return { success: true, field };
  });

  route(app, contract.orderCustomFields, async ({ body }) => ({ success: true, fields: await orderFields(deps, body.owner, body.ids) }));

  route(app, contract.deleteCustomField, async ({ params }) => {
    await removeField(deps, params.id);
    await tidy();
    return { success: true, message: 'Field deleted' };
  });

  route(app, contract.listFieldProducts, async ({ query }) => ({ success: true, products: await listNamedProducts(deps.db, query.ids) }));

  route(app, contract.readFieldUsage, async ({ params }) => ({ success: true, ...(await readUsage(deps.db, params.id)) }));
}

/** In a Fastify context of its own, which accepts files as bodies. */
export function fieldFileRoutes(app: FastifyInstance, deps: Deps): void {
  acceptUploads(app);

  route(app, contract.uploadFieldFile, async ({ query, file }) => ({ success: true, file: await addFile(deps, query.name, file) }));
}
