import type { FastifyInstance } from 'fastify';
import * as products from '../../../../contract/downloads.ts';
import * as contract from '../../../../contract/order-downloads.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { readKeyList } from '../../catalog/downloads/key-list.service.ts';
import { addKeys } from '../../catalog/downloads/license-keys.service.ts';
import { readDownloadLimits, updateDownloadLimits } from '../../settings/download-limits.service.ts';
import * as service from './order-downloads.service.ts';

export function orderDownloadRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readOrderDownloads, async ({ params, caller }) => ({
    success: true,
    ...(await service.readOwnDownloads(deps, { userId: caller.id }, params.id)),
  }));

  route(app, contract.readGuestDownloads, async ({ params, body }) => ({
    success: true,
    ...(await service.readGuestDownloads(deps, params.id, body.signature)),
  }));

  route(app, contract.readDownload, async ({ params, body }) => ({
    success: true,
    ...(await service.readDownload(deps, params.id, body.signature)),
  }));

  route(app, contract.startDownload, async ({ params, body }) => ({
    success: true,
    ...(await service.startDownload(deps, params.id, body.signature)),
  }));

  route(app, contract.readAnyOrderDownloads, async ({ params }) => ({
    success: true,
    ...(await service.readAnyDownloads(deps, params.id)),
  }));

  route(app, contract.renewOrderDownloads, async ({ params, caller }) => ({
    success: true,
    ...(await service.renewDownloads(deps, caller, params.id)),
  }));

  route(app, contract.resendOrderDownloads, async ({ params, caller }) => {
    await service.resendDownloads(deps, caller, params.id);
    return { success: true, message: 'The email is on its way' };
  });

  route(app, contract.readDownloadLimits, async () => ({ success: true, ...(await readDownloadLimits(deps.db)) }));

  route(app, contract.updateDownloadLimits, async ({ body: { version, ...limits } }) => ({
    success: true,
    message: 'Saved',
    ...(await updateDownloadLimits(deps, limits, version)),
  }));

  // Here, because those who are owed a key get theirs at once.
  route(app, products.addLicenseKeys, async ({ params, body }) => {
    const result = await addKeys(deps, params.id, body);
    await service.giveOwedKeys(deps);
    return { success: true, ...result, keyList: await readKeyList(deps.db, params.id) };
  });
}
