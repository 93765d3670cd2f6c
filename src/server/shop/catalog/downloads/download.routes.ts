import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/downloads.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { acceptUploads } from '../../../platform/http/uploads/multipart.ts';
import * as files from './download.service.ts';
import * as keys from './key-list.service.ts';
import { exportKeys } from './license-keys.service.ts';

/** In a Fastify context of its own, which accepts files as bodies. */
export function downloadRoutes(app: FastifyInstance, deps: Deps): void {
  acceptUploads(app);

  route(app, contract.listDownloads, async ({ params }) => ({
    success: true,
    files: await files.listFiles(deps.db, params.product),
    keyLists: await keys.listKeyLists(deps.db, params.product),
  }));

  route(app, contract.createDownload, async ({ params, body }) => ({
    success: true,
    file: await files.createFile(deps, params.product, body),
  }));

  route(app, contract.uploadDownloadPiece, async ({ params, file }) => ({
    success: true,
    file: await files.uploadPiece(deps, params.id, params.piece, file),
  }));

  route(app, contract.updateDownload, async ({ params, body }) => ({ success: true, file: await files.updateFile(deps, params.id, body) }));

  route(app, contract.deleteDownload, async ({ params }) => {
    await files.deleteFile(deps, params.id);
    return { success: true, message: 'File deleted' };
  });

  route(app, contract.createKeyList, async ({ params, body }) => ({
    success: true,
    keyList: await keys.createKeyList(deps, params.product, body),
  }));

  route(app, contract.updateKeyList, async ({ params, body }) => ({
    success: true,
    keyList: await keys.updateKeyList(deps, params.id, body),
  }));

  route(app, contract.exportLicenseKeys, async ({ params }) => exportKeys(deps.db, params.id));

  route(app, contract.deleteKeyList, async ({ params }) => {
    await keys.deleteKeyList(deps, params.id);
    return { success: true, message: 'Licence keys deleted' };
  });
}
