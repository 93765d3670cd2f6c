/** Earlier versions of settings, and of the texts that are stored as settings. */
import * as Type from 'typebox';
import { Check } from 'typebox/value';
import { isRestorableSetting, type RestorableSetting } from '../../../../contract/audit.ts';
import { Notifications } from '../../../../contract/notifications.ts';
import { ShippingSettings, TaxSettings } from '../../../../contract/pricing-settings.ts';
import { SentShopDetails, SettingsInput } from '../../../../contract/settings.ts';
import { SynonymGroups } from '../../../../contract/synonyms.ts';
import { updateSynonyms } from '../../catalog/search/synonyms.service.ts';
import { updateContentPage } from '../../content/pages/content.service.ts';
import { updateShippingSettings, updateTaxSettings } from '../../pricing/pricing-settings.service.ts';
import { updateNotifications } from '../../settings/notifications.service.ts';
import { updateSettings } from '../../settings/settings.service.ts';
import { updateShopDetails } from '../../settings/shop-details.service.ts';
import type { Row } from './version.repository.ts';
import { type Context, createNotRestorable, getVersion, listChanges, pick, type VersionPlan } from './version-plan.ts';

type Save = (context: Context, version: number) => Promise<unknown>;

/** Null if an earlier release stored it in another form. */
function prepare<Schema extends Type.TSchema>(
  schema: Schema,
  value: unknown,
  save: (context: Context, value: Type.Static<Schema>, version: number) => Promise<unknown>,
): Save | null {
  return Check(schema, value) ? (context, version) => save(context, value, version) : null;
}

const saveText = (name: 'about' | 'contact' | 'policy') => (value: unknown) =>
  prepare(Type.Object({ text: Type.String() }), value, (context, { text }, version) => updateContentPage(context, name, text, version));

/** Each is saved by the same function as its form. */
const SAVES: Record<RestorableSetting, (value: unknown) => Save | null> = {
  shop: (value) => prepare(SettingsInput, value, updateSettings),
  'shop-details': (value) => prepare(SentShopDetails, value, updateShopDetails),
  shipping: (value) => prepare(ShippingSettings, value, updateShippingSettings),
  tax: (value) => prepare(TaxSettings, value, updateTaxSettings),
  synonyms: (value) =>
    prepare(Type.Object({ groups: SynonymGroups }), value, (context, { groups }, version) => updateSynonyms(context, groups, version)),
  'private:notifications': (value) => prepare(Notifications, value, updateNotifications),
  'text:about': saveText('about'),
  'text:contact': saveText('contact'),
  'text:policy': saveText('policy'),
};

export async function planSetting(_context: Context, key: string, current: Row | undefined, before: Row): Promise<VersionPlan> {
  const next = pick(before, ['value']);
  const save = isRestorableSetting(key) ? SAVES[key](next.value) : null;
  if (!save) throw createNotRestorable('That version has a form that this setting no longer has');
  // A setting that isn't stored has its defaults, as version 0.
  const version = getVersion(current) ?? 0;
  return { version, changes: listChanges(current, next), kept: [], imageIds: [], write: (context) => save(context, version) };
}
