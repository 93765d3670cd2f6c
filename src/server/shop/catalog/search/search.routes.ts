import type { FastifyInstance } from 'fastify';
import { SEARCH_MAX_RESULTS } from '../../../../contract/limits.ts';
import * as pins from '../../../../contract/pins.ts';
import * as contract from '../../../../contract/product-search.ts';
import * as synonyms from '../../../../contract/synonyms.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { listBestMatches, listSuggestions } from './search.service.ts';
import { readSearchPins, updateSearchPins } from './search-pins.service.ts';
import { readSynonyms, updateSynonyms } from './synonyms.service.ts';

export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.listSuggestions, async ({ params }) => ({ success: true, ...(await listSuggestions(deps, params.keyword)) }));

  route(app, contract.searchProducts, async ({ params }) => listBestMatches(deps, params.keyword, SEARCH_MAX_RESULTS));

  route(app, synonyms.readSynonyms, async () => ({ success: true, ...(await readSynonyms(deps)) }));

  route(app, synonyms.updateSynonyms, async ({ body: { groups, version } }) => {
    const saved = await updateSynonyms(deps, groups, version);
    return { success: true, message: 'The synonyms are saved', ...saved };
  });

  route(app, pins.readSearchPins, async () => ({ success: true, ...(await readSearchPins(deps)) }));

  route(app, pins.updateSearchPins, async ({ body: { searches, version } }) => {
    const saved = await updateSearchPins(deps, searches, version);
    return { success: true, message: 'The searches are saved', ...saved };
  });
}
