import type { FastifyInstance } from 'fastify';
import * as notifications from '../../../contract/email.ts';
import * as guarantee from '../../../contract/legal-guarantee.ts';
import * as notes from '../../../contract/price-notes.ts';
import * as contract from '../../../contract/settings.ts';
import * as details from '../../../contract/shop-details.ts';
import type { Deps } from '../../deps.ts';
import { route } from '../../platform/http/route.ts';
import { requireImage } from '../content/media/image-url.ts';
import { readGuarantee, readShownGuarantee, updateGuarantee } from './legal-guarantee.service.ts';
import { readNotifications, updateNotifications } from './notifications.service.ts';
import { readPriceNotes, updatePriceNotes } from './price-notes.service.ts';
import { readSettings, updateSettings } from './settings.service.ts';
import { readVersionedShopDetails, removeLogo, replaceLogo, updateShopDetails } from './shop-details.service.ts';

export function settingsRoutes(app: FastifyInstance, deps: Deps): void {
  const withLinks = ({ settings, version }: Awaited<ReturnType<typeof readSettings>>) => ({
    settings: deps.accounts.sendsLinks ? { ...settings, emailsLinks: true } : settings,
    version,
  });

  route(app, contract.readSettings, async () => ({ success: true, ...withLinks(await readSettings(deps)) }));

  route(app, contract.updateSettings, async ({ body: { version, ...input } }) => {
    const saved = await updateSettings(deps, input, version);
    return { success: true, message: 'The settings are saved', ...withLinks(saved) };
  });

  route(app, notes.readPriceNotes, async () => ({ success: true, ...(await readPriceNotes(deps.db)) }));

  route(app, notes.updatePriceNotes, async ({ body: { version, ...input } }) => {
    return { success: true, ...(await updatePriceNotes(deps, input, version)) };
  });

  route(app, details.readShopDetails, async () => ({ success: true, ...(await readVersionedShopDetails(deps.db)) }));

  route(app, details.updateShopDetails, async ({ body: { version, ...input } }) => {
    const saved = await updateShopDetails(deps, input, version);
    return { success: true, message: 'The shop details are saved', ...saved };
  });

  route(app, details.replaceLogo, async ({ image }) => {
    const saved = await replaceLogo(deps, requireImage(image));
    return { success: true, message: 'The logo is saved', ...saved };
  });

  route(app, notifications.readNotifications, async () => ({ success: true, ...(await readNotifications(deps.db)) }));

  route(app, notifications.updateNotifications, async ({ body: { version, ...input } }) => {
    const saved = await updateNotifications(deps, input, version);
    return { success: true, message: 'The notifications are saved', ...saved };
  });

  route(app, guarantee.readLegalGuarantee, async () => ({ success: true, files: (await readShownGuarantee(deps.db)).files }));

  route(app, guarantee.readGuaranteeSettings, async () => ({ success: true, ...(await readGuarantee(deps.db)) }));

  route(app, guarantee.updateGuaranteeSettings, async ({ body: { version, ...input } }) => ({
    success: true,
    ...(await updateGuarantee(deps, input, version)),
  }));

  route(app, details.deleteLogo, async () => ({ success: true, message: 'The logo is removed', ...(await removeLogo(deps)) }));
}
