/** An owner connects Stripe accounts, one for tests and one for real money, side by side; what was begun with an earlier one is still finished there. */

import { receivePaymentWebhook } from '../../../contract/order.ts';
import { PAYMENT_MODES, type PaymentAccount, type PaymentConnection, type PaymentMode } from '../../../contract/payment-connection.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors.ts';
import { isStripeTestKey } from '../../platform/settings/checks.ts';
import {
  checkStripeWebhook,
  createStripeWebhook,
  describeStripeRefusal,
  type FoundProblem,
  moveStripeWebhook,
  readStripeAccount,
  removeStripeWebhook,
  type StripeAccess,
  type StripeAccount,
  toProblem,
} from '../payments/stripe/stripe-account.ts';
import { refuse, requireOwn, save } from './save-connection.ts';
import { parseStripeKeys, readActiveMode, type StripeKeys } from './saved-connections.ts';
import { askStripe, MODE_WORDS, requireKey, toAccess } from './stripe-key.ts';

type Context = Pick<Deps, 'connections' | 'db' | 'now'>;

/** More than a shop ever has; the oldest go first. */
const MAX_FORMER = 6;

/** What may be seen of an account; `webhookId` is null where its endpoint was made by hand. */
type SavedAccount = PaymentAccount & { webhookId: string | null };

function parseAccount(value: unknown): SavedAccount | null {
  if (!isRecord(value) || typeof value.keyEnding !== 'string') return null;
  const toText = (it: unknown) => (typeof it === 'string' ? it : null);
  const { keyEnding, connectedAt } = value;
  return {
    keyEnding,
    accountId: toText(value.accountId),
    name: toText(value.name),
    connectedAt: toText(connectedAt) ?? '',
    webhookId: toText(value.webhookId),
  };
}

function readState({ connections }: Context) {
  const { payments } = connections.saved;
  const { visible, isKeyLost } = payments;
  const saved = { test: parseAccount(visible?.test), live: parseAccount(visible?.live) };
  return { saved, keys: parseStripeKeys(payments), active: readActiveMode(payments), isKeyLost };
}

const pickIds = (account: SavedAccount | null) => account && { accountId: account.accountId, webhookId: account.webhookId };

const toShown = (account: SavedAccount | null): PaymentAccount | null => {
  if (!account) return null;
  const { webhookId: _webhook, ...shown } = account;
  return shown;
};

const readWebhookUrl = ({ connections: { publicUrl } }: Context) => publicUrl && publicUrl + receivePaymentWebhook.path;

export function describePaymentConnection(context: Context): PaymentConnection {
  const { connections } = context;
  const { saved, active, isKeyLost } = readState(context);
  const { stripe } = connections.server;
  return {
    source: stripe ? 'server' : saved.test || saved.live ? 'saved' : 'none',
    problem: isKeyLost ? 'key_lost' : null,
    active: stripe ? (isStripeTestKey(stripe.secretKey) ? 'test' : 'live') : active,
    test: toShown(saved.test),
    live: toShown(saved.live),
    server: stripe && { mode: isStripeTestKey(stripe.secretKey) ? 'test' : 'live', keyEnding: stripe.secretKey.slice(-4) },
    webhookUrl: readWebhookUrl(context),
    version: connections.saved.payments.version,
  };
}

interface Webhook {
  /** Null: it was made by hand. */
  id: string | null;
  secret: string;
}

/** A pasted secret, the endpoint that this account has already, or a new one. */
async function provideWebhook(context: Context, access: StripeAccess, pasted: string, known: Webhook | null): Promise<Webhook> {
  if (pasted) {
    if (/^whsec_[\x21-\x7e]+$/.test(pasted)) return { id: null, secret: pasted };
    throw refuse('webhookSecret', 'The signing secret begins with whsec_');
  }
  const url = readWebhookUrl(context);
  // One that was deleted at Stripe, or made for an address that the shop had before, is made anew.
  const isUsable = known && !(known.id && (await checkStripeWebhook(access, known.id, url).catch(() => [])).length);
  if (isUsable) return known;
  if (!url) throw refuse('secretKey', "Set the shop's public address first, under Settings, Domain: Stripe reports payments to it");
  return askStripe('secretKey', createStripeWebhook(access, url));
}

function describeChange(account: StripeAccount, before: SavedAccount | null): string {
  const name = account.name ?? account.id ?? 'Stripe';
  const isOther = before?.accountId && account.id && before.accountId !== account.id;
  return isOther
    ? `Connected to ${name}. Payments that were begun with ${before.name ?? before.accountId} are still finished there`
    : `Connected to ${name}`;
}

interface Sent {
  secretKey: string;
  webhookSecret?: string | undefined;
  version?: number | undefined;
}

/** Returns what to say. Throws `connection_failed`, `set_by_server`, `version_conflict`. */
export async function connectPayments(context: Context, mode: PaymentMode, sent: Sent): Promise<string> {
  requireOwn(context, 'payments');
  const secretKey = requireKey(mode, sent.secretKey);
  const access = toAccess(context, secretKey);
  const account = await askStripe('secretKey', readStripeAccount(access, mode === 'live'));
  const limits = account.problems.find(({ problem }) => problem === 'key_limited');
  if (limits) throw refuse('secretKey', `This restricted key lacks the right to write ${limits.detail ?? 'Checkout Sessions'}`);
  const { saved, keys, active, isKeyLost } = readState(context);
  const before = saved[mode];
  const keysBefore = keys[mode];
  const isOfAccount = (key: StripeKeys | null, id: string | null | undefined) =>
    key?.secretKey === secretKey || (account.id !== null && id === account.id);
  const isSameAccount = isOfAccount(keysBefore, before?.accountId);
  const formerKeys = keys.former.find((it) => isOfAccount(it, it.accountId));
  const known = isSameAccount && keysBefore ? { ...keysBefore, webhookId: before?.webhookId } : formerKeys;
  const knownWebhook = known ? { id: known.webhookId ?? null, secret: known.webhookSecret } : null;
  const webhook = await provideWebhook(context, access, sent.webhookSecret?.trim() ?? '', knownWebhook);
  const isNewEndpoint = webhook.id !== null && webhook.id !== knownWebhook?.id;
  // What was reported until now may still arrive, signed with the secret of before.
  const replaced = keysBefore && { ...keysBefore, ...(isSameAccount && { secretKey }), ...pickIds(before) };
  const now = { secretKey, webhookSecret: webhook.secret };
  const former = [...(replaced ? [replaced] : []), ...keys.former]
    .filter((it) => it.secretKey !== secretKey || it.webhookSecret !== webhook.secret)
    .slice(0, MAX_FORMER);
  const shown: SavedAccount = {
    keyEnding: secretKey.slice(-4),
    accountId: account.id,
    name: account.name,
    connectedAt: context.now().toISOString(),
    webhookId: webhook.id,
  };
  try {
    await save(context, 'payments', {
      // Where the key of what was saved is lost, the other account's is too.
      visible: { ...(isKeyLost ? { test: null, live: null } : saved), [mode]: shown, active: isKeyLost ? mode : (active ?? mode) },
      secrets: { test: keys.test, live: keys.live, [mode]: now, former },
      version: sent.version,
      current: () => ({ connection: describePaymentConnection(context) }),
    });
  } catch (error) {
    if (isNewEndpoint && webhook.id) await removeStripeWebhook(access, webhook.id).catch(() => undefined);
    throw error;
  }
  // The endpoint of before would report everything twice, or with a secret that was lost.
  const outdated = isSameAccount && webhook.id !== before?.webhookId ? before?.webhookId : null;
  if (outdated) await removeStripeWebhook(access, outdated).catch(() => undefined);
  return describeChange(account, before);
}

const requireConnected = ({ saved, keys }: ReturnType<typeof readState>, mode: PaymentMode): StripeKeys => {
  const found = saved[mode] && keys[mode];
  if (!found) throw new AppError('connection_failed', `No ${MODE_WORDS[mode]} key is connected`);
  return found;
};

/** From now on this account takes the payments. Its key is tried before. */
export async function activatePayments(context: Context, mode: PaymentMode, version?: number): Promise<void> {
  requireOwn(context, 'payments');
  const state = readState(context);
  const { secretKey } = requireConnected(state, mode);
  await askStripe('mode', readStripeAccount(toAccess(context, secretKey), mode === 'live'));
  await save(context, 'payments', {
    visible: { ...state.saved, active: mode },
    secrets: { test: state.keys.test, live: state.keys.live, former: state.keys.former },
    version,
    current: () => ({ connection: describePaymentConnection(context) }),
  });
}

/** The key stays among the former ones, so that who is paying at this moment gets the order. */
export async function disconnectPayments(context: Context, mode: PaymentMode, version?: number): Promise<void> {
  requireOwn(context, 'payments');
  const { saved, keys, active } = readState(context);
  const { [mode]: key, ...others } = { test: keys.test, live: keys.live };
  const gone = key && { ...key, ...pickIds(saved[mode]) };
  const rest = { ...saved, [mode]: null, active: active === mode ? null : active };
  const former = [...(gone ? [gone] : []), ...keys.former].slice(0, MAX_FORMER);
  await save(context, 'payments', {
    visible: rest,
    secrets: { ...others, former },
    version,
    current: () => ({ connection: describePaymentConnection(context) }),
  });
}

type ModeProblem = FoundProblem & { mode: PaymentMode };

/** What Stripe says of each connected account: what it lacks, and whether it reports to this shop. */
export async function checkPayments(context: Context): Promise<ModeProblem[]> {
  const { server } = context.connections;
  if (server.stripe) {
    const mode = isStripeTestKey(server.stripe.secretKey) ? 'test' : 'live';
    return (await checkAccount(toAccess(context, server.stripe.secretKey), mode, null, null)).map((it) => ({ ...it, mode }));
  }
  const { saved, keys } = readState(context);
  const url = readWebhookUrl(context);
  const found: ModeProblem[] = [];
  for (const mode of PAYMENT_MODES) {
    const secretKey = keys[mode]?.secretKey;
    const account = saved[mode];
    if (!secretKey || !account) continue;
    const problems = await checkAccount(toAccess(context, secretKey), mode, account.webhookId, url);
    found.push(...problems.map((it) => ({ ...it, mode })));
  }
  const { test, live } = saved;
  if (test?.accountId && live?.accountId && test.accountId !== live.accountId)
    found.push({ mode: 'test', problem: 'other_account', detail: test.name ?? test.accountId });
  return found;
}

async function checkAccount(
  access: StripeAccess,
  mode: PaymentMode,
  webhookId: string | null,
  url: string | null,
): Promise<FoundProblem[]> {
  try {
    const { problems } = await readStripeAccount(access, mode === 'live');
    return [...problems, ...(webhookId ? await checkStripeWebhook(access, webhookId, url) : [])];
  } catch (error) {
    return [toProblem(error) ?? { problem: 'unreachable', detail: describeStripeRefusal(error) }];
  }
}

/** After the shop's address has changed: Stripe reports to the new one. What fails is said by `checkPayments`. */
export async function moveWebhooks(context: Context): Promise<void> {
  const { saved, keys } = readState(context);
  const url = readWebhookUrl(context);
  if (!url) return;
  for (const mode of PAYMENT_MODES) {
    const [id, secretKey] = [saved[mode]?.webhookId, keys[mode]?.secretKey];
    if (id && secretKey) await moveStripeWebhook(toAccess(context, secretKey), id, url).catch(() => undefined);
  }
}
