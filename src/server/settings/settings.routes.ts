import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/settings.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { readSettings, updateSettings } from './settings.service.ts';

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readSettings, async () => ({ success: true, ...(await readSettings(deps)) }));

  route(app, contract.updateSettings, async ({ body: { version, ...input } }) => {
    const saved = await updateSettings(deps, input, version);
    return { success: true, message: 'The settings are saved', ...saved };
  });
}
