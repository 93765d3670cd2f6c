import type { FastifyInstance } from 'fastify';
import * as contract from '../../contract/pricing-settings.ts';
import type { Deps } from '../deps.ts';
import { route } from '../http/route.ts';
import { readShippingSettings, readTaxSettings, updateShippingSettings, updateTaxSettings } from './pricing-settings.service.ts';

export function pricingSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.readShippingSettings, async () => ({ success: true, ...(await readShippingSettings(deps)) }));

  route(app, contract.updateShippingSettings, async ({ body: { version, ...input } }) => ({
    success: true,
    ...(await updateShippingSettings(deps, input, version)),
  }));

  route(app, contract.readTaxSettings, async () => ({ success: true, ...(await readTaxSettings(deps)) }));

  route(app, contract.updateTaxSettings, async ({ body: { version, ...input } }) => ({
    success: true,
    ...(await updateTaxSettings(deps, input, version)),
  }));
}
