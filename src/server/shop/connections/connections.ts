/**
 * What the shop is connected to: who takes its money, by which mail server it sends, under which address it is reached. `readConnections` merges what
 * the server's environment sets, which wins, with what owners saved. Each process reads it anew after a change (`refresh`), without a restart.
 */
import pTimeout from 'p-timeout';
import { SECOND } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import type { Memoize } from '../../platform/cache/open-response-cache.ts';
import type { Database } from '../../platform/database/connect.ts';
import { isStripeTestKey } from '../../platform/settings/checks.ts';
import type { AccountConfig, Config, StripeConfig } from '../../platform/settings/config.ts';
import { listSetupWarnings } from '../../platform/settings/read-config.ts';
import type { MailRoute } from '../messages/emails/mailer.ts';
import type { DeliverWebhook } from '../payments/demo/demo.provider.ts';
import type { DemoProvider, PaymentProvider } from '../payments/provider.ts';
import { openDemo, openManual, openPaypal, openStripe, type PaypalConfig } from '../payments/select-provider.ts';
import { readSavedConnections, type SavedConnection } from '../settings/connection-settings.ts';
import { findSetting } from '../settings/settings.repository.ts';
import { areTestOrdersUsed } from '../settings/test-orders.service.ts';
import { type BackupPlan, parseBackups, planBackups, type SavedBackups } from './backup-plan.ts';
import type { Connections, ServerConnections } from './connections-port.ts';
import {
  type MailServerSettings,
  type PaypalKeys,
  parseMailServer,
  parsePaypalKeys,
  parseStripeKeys,
  parseUrl,
  readActiveMode,
  type StripeKeys,
  toSmtpUrl,
} from './saved-connections.ts';

/** Written when a shop is opened, by its version's choice; shops of before have none, and keep what they have. */
export const OPENED_KEY = 'private:opened-with';

interface Read {
  saved: Awaited<ReturnType<typeof readSavedConnections>>;
  stripe: StripeConfig | null;
  /** Accounts whose payments are only finished. */
  otherStripes: StripeConfig[];
  paypal: PaypalConfig | null;
  otherPaypals: PaypalConfig[];
  isPaypalWithheld: boolean;
  mail: MailRoute;
  mailServer: MailServerSettings | null;
  publicUrl: string | null;
  savedBackups: SavedBackups | null;
  backupPlan: BackupPlan | null;
  accounts: AccountConfig;
  /** Whether payments are taken by the built-in page: of everybody in a demo, or of owners who try the shop. */
  hasDemo: boolean;
}

/**
 * Where links can be emailed, the answer to the security question resets no password in a shop that was opened since: a favorite sport is easily
 * guessed. Shops of before, and operators who set RESET_BY_ANSWER, have it as they had it.
 */
export async function readAccountConfig(db: Database, config: Pick<Config, 'accounts' | 'isResetByAnswerSet'>): Promise<AccountConfig> {
  const { accounts, isResetByAnswerSet } = config;
  if (isResetByAnswerSet || !accounts.sendsLinks || !(await findSetting(db, OPENED_KEY))) return accounts;
  return { ...accounts, resetsByAnswer: false };
}

function mergeStripe(server: ServerConnections, saved: SavedConnection): Pick<Read, 'stripe' | 'otherStripes'> {
  const { test, live, former } = parseStripeKeys(saved);
  const active = readActiveMode(saved);
  const toConfig = ({ secretKey, webhookSecret }: StripeKeys): StripeConfig => ({
    secretKey,
    webhookSecrets: [webhookSecret],
    ...server.stripeOrigins,
  });
  const current = server.stripe ? null : { test, live, none: null }[active ?? 'none'];
  const others = [live, test, ...former].filter((keys) => keys !== null && keys !== current).map((keys) => toConfig(keys as StripeKeys));
  return { stripe: server.stripe ?? (current && toConfig(current)), otherStripes: others };
}

/** The sandbox takes no money, so beside real payments it would give the shop's products away. */
function mergePaypal(
  { paypalApiBase: apiBase = null }: ServerConnections,
  saved: SavedConnection,
  stripe: StripeConfig | null,
): Pick<Read, 'paypal' | 'otherPaypals' | 'isPaypalWithheld'> {
  const { test, live, former } = parsePaypalKeys(saved);
  const active = { test, live, none: null }[readActiveMode(saved) ?? 'none'];
  const isPaypalWithheld = active?.isSandbox === true && stripe !== null && !isStripeTestKey(stripe.secretKey);
  const current = isPaypalWithheld ? null : active;
  const toConfig = ({ webhookId, ...keys }: PaypalKeys): PaypalConfig => ({ ...keys, webhookIds: [webhookId], apiBase });
  const others = [live, test, ...former].filter((keys) => keys !== null && keys !== current).map((keys) => toConfig(keys as PaypalKeys));
  return { paypal: current && toConfig(current), otherPaypals: others, isPaypalWithheld };
}

function mergeMail({ smtpUrl, mailFrom }: ServerConnections, saved: SavedConnection): Pick<Read, 'mail' | 'mailServer'> {
  const mailServer = parseMailServer(saved);
  if (smtpUrl !== null || !mailServer) return { mail: { smtpUrl, mailFrom, isKeyLost: false }, mailServer };
  const from = { name: '', address: mailServer.sender };
  return { mail: { smtpUrl: toSmtpUrl(mailServer), mailFrom: from, isKeyLost: saved.isKeyLost }, mailServer };
}

async function readConnections(db: Database, server: ServerConnections): Promise<Read> {
  const saved = await readSavedConnections(db, server.sealingKey ?? '');
  const { mail, mailServer } = mergeMail(server, saved.email);
  const publicUrl = server.publicUrl ?? parseUrl(saved.address);
  const sendsLinks = mail.smtpUrl !== null && publicUrl !== null;
  const accounts = await readAccountConfig(db, { ...server, accounts: { ...server.accounts, sendsLinks } });
  const hasDemo = server.demo || (await areTestOrdersUsed(db));
  const savedBackups = parseBackups(saved.backups);
  const backupPlan = planBackups(server.backup, savedBackups);
  const stripes = mergeStripe(server, saved.payments);
  const paypals = mergePaypal(server, saved.paypal, stripes.stripe);
  return { saved, ...stripes, ...paypals, mail, mailServer, publicUrl, savedBackups, backupPlan, accounts, hasDemo };
}

interface Options {
  db: Database;
  now: () => Date;
  memoize: Memoize;
  /** Posts the demo provider's events to the shop. */
  deliver: DeliverWebhook;
}

/** How long a request waits to know what has changed; then it goes on with what was known before. */
const MAX_WAIT = SECOND;

export async function openConnections(server: ServerConnections, { db, now, memoize, deliver }: Options): Promise<Connections> {
  let demo: DemoProvider | null = null;
  let state: Read;
  let payment: PaymentProvider | null = null;
  let paypalPayment: PaymentProvider | null = null;
  let formerPayments: readonly PaymentProvider[] = [];
  let openedAs = '';

  /** The accounts of which payments are only finished. */
  async function openFormer<Keys>([first, ...others]: Keys[], open: (current: Keys, others: Keys[]) => Promise<PaymentProvider>) {
    return first ? [await open(first, others)] : [];
  }

  /** Connections to Stripe and PayPal stay open for as long as the keys are the same. */
  async function openPayments({ stripe, otherStripes, paypal, otherPaypals, hasDemo }: Read): Promise<void> {
    const keys = JSON.stringify([stripe, otherStripes, paypal, otherPaypals, hasDemo]);
    if (keys === openedAs) return;
    const options = { db, now, timeout: server.timeLimits?.payment };
    if (hasDemo) demo ??= await openDemo({ db, now, deliver });
    const current = stripe ? await openStripe(stripe, otherStripes, options) : server.demo ? demo : null;
    const former = [
      ...(stripe ? [] : await openFormer(otherStripes, (it, others) => openStripe(it, others, options))),
      ...(paypal ? [] : await openFormer(otherPaypals, (it, others) => openPaypal(it, others, options))),
    ];
    payment = current;
    paypalPayment = paypal && (await openPaypal(paypal, otherPaypals, options));
    formerPayments = [...former, ...(demo && current !== demo ? [demo] : [])];
    openedAs = keys;
  }

  async function reload(): Promise<void> {
    const read = await readConnections(db, server);
    await openPayments(read);
    state = read;
  }
  await reload();

  return {
    server,
    get demo() {
      return demo;
    },
    get saved() {
      return state.saved;
    },
    get mail() {
      return state.mail;
    },
    get mailServer() {
      return state.mailServer;
    },
    get payment() {
      return payment;
    },
    get paypal() {
      return paypalPayment;
    },
    get isPaypalWithheld() {
      return state.isPaypalWithheld;
    },
    get formerPayments() {
      return formerPayments;
    },
    manualPayment: openManual({ db, now }),
    get publicUrl() {
      return state.publicUrl;
    },
    get savedBackups() {
      return state.savedBackups;
    },
    get backupPlan() {
      return state.backupPlan;
    },
    get accounts() {
      return state.accounts;
    },
    get setupWarnings() {
      const isLost = Object.values(state.saved).some(({ isKeyLost }) => isKeyLost);
      const { stripe, paypal, mail, backupPlan } = state;
      const warnings = listSetupWarnings({ ...server, stripe, paypal, smtpUrl: mail.smtpUrl, backup: { to: backupPlan?.to ?? null } });
      return isLost ? [...warnings, 'keys_lost' as const] : warnings;
    },
    reload,
    refresh: async (): Promise<void> => {
      await pTimeout(
        memoize('connections', reload).catch(() => undefined),
        { milliseconds: MAX_WAIT, fallback: () => undefined },
      );
    },
  };
}

type LiveName = 'payment' | 'paypal' | 'formerPayments' | 'manualPayment' | 'publicUrl' | 'accounts' | 'setupWarnings';

/** What is live stays live: a spread would copy what holds now. */
export const addToDeps = <Base extends object, More extends object>(base: Base, more: More): Base & More =>
  Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(more) }) as Base & More;

/** The dependencies, of which the shop's connections are always as they are now. */
export function connectDeps<Base extends object>(base: Base, connections: Connections) {
  return addToDeps(base, {
    connections,
    get payment() {
      return connections.payment;
    },
    get paypal() {
      return connections.paypal;
    },
    get formerPayments() {
      return connections.formerPayments;
    },
    manualPayment: connections.manualPayment,
    get publicUrl() {
      return connections.publicUrl;
    },
    get mailFrom() {
      return connections.mail.mailFrom;
    },
    get accounts() {
      return connections.accounts;
    },
    get setupWarnings() {
      return connections.setupWarnings;
    },
  } satisfies Pick<Deps, LiveName | 'mailFrom' | 'connections'>);
}
