/**
 * What a merchant does in a new shop. A part counts as done as soon as its data is there; nobody has to tick it off. Steps that were skipped, and
 * whether the list was hidden, are private settings, so that no cached page is dropped for them.
 */
import { type DashboardStats, FORMER_SETUP_STEPS } from '../../../contract/reports.ts';
import { DEFAULT_SHOP_DETAILS } from '../../../contract/settings.ts';
import { SETUP_STEPS, type Setup, type SetupPart, type SetupStepName } from '../../../contract/setup.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { LAW_CHECKS_KEY } from '../law/law-settings.ts';
import { loadOpening } from '../settings/opening.service.ts';
import { deleteSetting, findVersionedSettings, saveSetting } from '../settings/settings.repository.ts';
import { takesManualPayments } from '../settings/settings.service.ts';
import { readShopDetails } from '../settings/shop-details.service.ts';
import { hasCompletedTestOrder } from '../settings/test-orders.service.ts';
import { hasListedProduct } from './dashboard-stats.repository.ts';

const STEPS = Object.keys(SETUP_STEPS) as SetupStepName[];

const HIDDEN_KEY = 'private:setup-dismissed';
/** One for each step, so that two people who skip two steps at once don't undo each other's. */
const toSkippedKey = (step: SetupStepName) => `private:setup-skipped:${step}`;

const readField = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
const hasEntries = (value: unknown, name: string): boolean => {
  const list = readField(value, name);
  return Array.isArray(list) && list.length > 0;
};
const hasText = (value: unknown, name: string): boolean => {
  const text = readField(value, name);
  return typeof text === 'string' && text.trim() !== '';
};

type FormerPart = (typeof FORMER_SETUP_STEPS)[number];

/** What the merchant's data says. `values`: of the settings below, in their order. */
const FACT_KEYS = ['shipping', 'tax', 'private:notifications', 'text:about', 'text:contact', 'text:policy', 'private:backups'];

async function readFacts(db: Database, [shipping, tax, notifications, about, contactPage, policy, backups]: readonly unknown[]) {
  const shop = await readShopDetails(db);
  return {
    name: shop.name !== DEFAULT_SHOP_DETAILS.name,
    logo: shop.logo !== null,
    country: Boolean(shop.country),
    contact: Boolean(shop.email && shop.address.trim()),
    legal: Boolean(shop.legalDetails.trim()),
    headline: shop.headline !== '',
    about: hasText(about, 'text'),
    contact_page: hasText(contactPage, 'text'),
    policy: hasText(policy, 'text'),
    product: await hasListedProduct(db),
    shipping: hasEntries(shipping, 'zones'),
    tax: hasEntries(tax, 'rates') || readField(tax, 'automatic') === true,
    notifications: hasText(notifications, 'email'),
    // One was made, and could be restored.
    backups: Number(readField(backups, 'goodAt')) > 0,
  } satisfies Partial<Record<SetupPart, boolean>>;
}

const toFormerSteps = (facts: Record<FormerPart, boolean>) => FORMER_SETUP_STEPS.map((step) => ({ step, isDone: facts[step] }));

interface DashboardSettings {
  /** As programs know it that read the figures; empty once all are done, or the list was hidden. */
  setup: DashboardStats['setup'];
  /** What was found when the shop was last looked at for the duties of the law. */
  lawChecks: unknown;
}

/** In one statement. */
export async function readDashboardSettings(db: Database): Promise<DashboardSettings> {
  const [lawChecks, hidden, ...values] = (await findVersionedSettings(db, [LAW_CHECKS_KEY, HIDDEN_KEY, ...FACT_KEYS])).map(
    ({ value }) => value,
  );
  if (hidden) return { setup: [], lawChecks };
  const steps = toFormerSteps(await readFacts(db, values));
  return { setup: steps.every(({ isDone }) => isDone) ? [] : steps, lawChecks };
}

type Context = Pick<Deps, 'db' | 'now' | 'payment' | 'paypal' | 'connections'>;

const hide = ({ db, now }: Pick<Context, 'db' | 'now'>) => saveSetting(db, HIDDEN_KEY, { at: now().toISOString() });

/** Once the shop is open and no step is left, the list is hidden for good, also where something is taken away again later. */
export async function readSetup(deps: Context): Promise<Setup> {
  const { db, payment, paypal, connections } = deps;
  const keys = [HIDDEN_KEY, ...STEPS.map(toSkippedKey), ...FACT_KEYS];
  const values = (await findVersionedSettings(db, keys)).map(({ value }) => value);
  const { isOpen, since } = (await loadOpening(db)).opening;
  const facts = await readFacts(db, values.slice(1 + STEPS.length));
  const isDone: Record<SetupPart, boolean> = {
    ...facts,
    payment: (payment !== null && payment !== connections.demo) || Boolean(paypal) || (await takesManualPayments(db)),
    email: connections.mail.smtpUrl !== null,
    test_order: await hasCompletedTestOrder(db),
    opening: isOpen,
  };
  const steps = STEPS.map((step, index): Setup['steps'][number] => {
    const missing = SETUP_STEPS[step].filter((part) => !isDone[part]);
    return { step, missing, state: missing.length === 0 ? 'done' : values[1 + index] ? 'skipped' : 'open' };
  });
  const isHidden = values[0] !== null;
  // Shops of before this list, which were never closed, had a shorter one.
  const hadFormerList = since === null && toFormerSteps(facts).every(({ isDone }) => isDone);
  const isFinished = isOpen && (hadFormerList || steps.every(({ state }) => state !== 'open'));
  if (isFinished && !isHidden) await hide(deps);
  return { steps, isShown: !isHidden && !isFinished, isOpen };
}

interface SetupChange {
  step?: { name: SetupStepName; isSkipped: boolean } | undefined;
  isShown?: boolean | undefined;
}

export async function updateSetup(deps: Context, { step, isShown }: SetupChange): Promise<Setup> {
  const { db, now } = deps;
  if (step?.isSkipped) await saveSetting(db, toSkippedKey(step.name), { at: now().toISOString() });
  else if (step) await deleteSetting(db, toSkippedKey(step.name));
  if (isShown === false) await hide(deps);
  const setup = await readSetup(deps);
  if (isShown !== true) return setup;
  await deleteSetting(db, HIDDEN_KEY);
  // Also where nothing is left to do, until the list is opened the next time.
  return { ...setup, isShown: true };
}

export async function dismissSetup(deps: Pick<Context, 'db' | 'now'>): Promise<void> {
  await hide(deps);
}
