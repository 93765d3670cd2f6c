import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/audit.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import { previewVersion, restoreVersion } from './restore-version.service.ts';

export function versionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.previewVersion, async ({ params }) => ({ success: true, preview: await previewVersion(deps, params.id) }));

  route(app, contract.restoreVersion, async ({ params, body }) => ({
    success: true,
    message: 'The version is restored',
    preview: await restoreVersion(deps, params.id, body.version),
  }));
}
