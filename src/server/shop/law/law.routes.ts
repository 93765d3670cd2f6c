import type { FastifyInstance } from 'fastify';
import * as contract from '../../../contract/law.ts';
import * as texts from '../../../contract/legal-texts.ts';
import type { Deps } from '../../deps.ts';
import { route } from '../../platform/http/route.ts';
import { visitInProcess } from '../../platform/http/visit-shop.ts';
import { checkLaw, readLaw, updateMarkets } from './law.service.ts';
import { createTexts, listTexts } from './legal-texts.service.ts';

export function lawRoutes(app: FastifyInstance, deps: Deps): void {
  const visit = visitInProcess(app);

  route(app, contract.readLaw, async () => ({ success: true, ...(await readLaw(deps)) }));

  route(app, contract.updateLawMarkets, async ({ body: { markets, version } }) => ({
    success: true,
    ...(await updateMarkets(deps, markets, version)),
  }));

  route(app, contract.checkLaw, async () => ({ success: true, ...(await checkLaw(deps, visit)) }));

  route(app, texts.listLegalTexts, async () => ({ success: true, texts: await listTexts(deps) }));

  route(app, texts.createLegalTexts, async () => {
    const { created, texts: listed } = await createTexts(deps);
    const message = created ? `${created} drafts are made` : 'Every text is there already';
    return { success: true, message, created, texts: listed };
  });
}
