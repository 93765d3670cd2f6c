import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/product-table.ts';
import type { Deps } from '../../../deps.ts';
import { getPublicOrigin } from '../../../platform/http/public-origin.ts';
import { route } from '../../../platform/http/route.ts';
import { listLabels } from './product-table.repository.ts';
import { exportProducts, listProductTable } from './product-table.service.ts';

export function productTableRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listProductTable, async ({ query }) => ({ success: true, ...(await listProductTable(deps.db, query)) }));

  route(app, contract.listProductLabels, async () => ({ success: true, ...(await listLabels(deps.db)) }));

  route(app, contract.exportProducts, async ({ query, request }) =>
    exportProducts(deps.readFromReplica, query, getPublicOrigin(deps, request)),
  );
}
