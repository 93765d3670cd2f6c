/** What a merchant has to do in a new shop. A step counts as done as soon as its data is there; nobody has to tick it off. */
import { type DashboardStats, SETUP_STEPS } from '../../../contract/reports.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../contract/settings.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { findVersionedSettings, saveSetting } from '../settings/settings.repository.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { hasListedProduct } from './dashboard-stats.repository.ts';

/** Private, so that a change drops no cached page. */
const DISMISSED_KEY = 'private:setup-dismissed';
const KEYS = [DISMISSED_KEY, 'shipping', 'tax', 'private:notifications', 'text:about', 'text:contact', 'text:policy', 'private:backups'];

type SetupStep = (typeof SETUP_STEPS)[number];

const readField = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
const hasEntries = (value: unknown, name: string): boolean => {
  const list = readField(value, name);
  return Array.isArray(list) && list.length > 0;
};
const hasText = (value: unknown, name: string): boolean => {
  const text = readField(value, name);
  return typeof text === 'string' && text.trim() !== '';
};

/** In this order; empty once all are done, or the list was dismissed. */
export async function listSetupSteps(db: Database): Promise<DashboardStats['setup']> {
  const [dismissed, shipping, tax, notifications, about, contactPage, policy, backups] = (await findVersionedSettings(db, KEYS)).map(
    ({ value }) => value,
  );
  if (dismissed) return [];
  const shop = await readShopDetails(db);
  const isDone: Record<SetupStep, boolean> = {
    name: shop.name !== DEFAULT_SHOP_DETAILS.name,
    logo: shop.logo !== null,
    contact: Boolean(shop.email && shop.address.trim()),
    legal: Boolean(shop.legalDetails.trim()),
    about: hasText(about, 'text'),
    contact_page: hasText(contactPage, 'text'),
    policy: hasText(policy, 'text'),
    product: await hasListedProduct(db),
    shipping: hasEntries(shipping, 'zones'),
    tax: hasEntries(tax, 'rates'),
    notifications: hasText(notifications, 'email'),
    // One was made, and could be restored.
    backups: Number(readField(backups, 'goodAt')) > 0,
  };
  const steps = SETUP_STEPS.map((step) => ({ step, isDone: isDone[step] }));
  return steps.every((it) => it.isDone) ? [] : steps;
}

export async function dismissSetup({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await saveSetting(db, DISMISSED_KEY, { at: now().toISOString() });
}
