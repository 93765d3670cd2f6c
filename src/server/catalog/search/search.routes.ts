import type { FastifyInstance } from 'fastify';
import { SEARCH_MAX_RESULTS } from '../../../contract/limits.ts';
import * as contract from '../../../contract/product.ts';
import type { Deps } from '../../deps.ts';
import { route } from '../../http/route.ts';
import { listBestMatches, listSuggestions } from './search.service.ts';

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listSuggestions, async ({ params }) => ({ success: true, ...(await listSuggestions(deps, params.keyword)) }));

  route(app, contract.searchProducts, async ({ params }) => listBestMatches(deps, params.keyword, SEARCH_MAX_RESULTS));
}
