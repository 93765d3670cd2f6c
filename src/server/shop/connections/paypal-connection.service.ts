/** An owner connects PayPal accounts, one of the sandbox and one for real money, side by side; what was begun with an earlier one is still finished there. */
import { receivePaymentWebhook } from '../../../contract/order.ts';
import { PAYMENT_MODES, type PaymentMode } from '../../../contract/payment-connection.ts';
import type { PaypalAccount, PaypalConnection } from '../../../contract/paypal-connection.ts';
import { isRecord } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../platform/errors.ts';
import {
  checkPaypalWebhook,
  type FoundPaypalProblem,
  movePaypalWebhook,
  providePaypalWebhook,
  removePaypalWebhook,
  toPaypalProblem,
} from '../payments/paypal/paypal-account.ts';
import { isPaypalCurrency, isWholeAtPaypal } from '../payments/paypal/paypal-amounts.ts';
import { isPaypalKeyRefused, type PaypalAccess, PaypalError } from '../payments/paypal/paypal-client.ts';
import { readCurrency } from '../settings/whole-amounts.service.ts';
import { refuse, save } from './save-connection.ts';
import { type PaypalKeys, parsePaypalKeys, readActiveMode } from './saved-connections.ts';

type Context = Pick<Deps, 'connections' | 'db' | 'now'>;
type State = ReturnType<typeof readState>;

/** More than a shop ever has; the oldest go first. */
const MAX_FORMER = 6;
/** What PayPal's client ids and secrets look like. */
const KEY = /^[\w-]{10,200}$/;

function parseAccount(value: unknown): PaypalAccount | null {
  if (!isRecord(value) || typeof value.clientIdEnding !== 'string') return null;
  return { clientIdEnding: value.clientIdEnding, connectedAt: typeof value.connectedAt === 'string' ? value.connectedAt : '' };
}

function readState({ connections }: Context) {
  const { paypal } = connections.saved;
  const { visible, isKeyLost } = paypal;
  const saved = { test: parseAccount(visible?.test), live: parseAccount(visible?.live) };
  return { saved, keys: parsePaypalKeys(paypal), active: readActiveMode(paypal), isKeyLost };
}

const readWebhookUrl = ({ connections: { publicUrl } }: Context) => publicUrl && publicUrl + receivePaymentWebhook.path;

export function describePaypalConnection(context: Context): PaypalConnection {
  const { saved, active, isKeyLost } = readState(context);
  return {
    source: saved.test || saved.live ? 'saved' : 'none',
    problem: isKeyLost ? 'key_lost' : null,
    active,
    ...saved,
    webhookUrl: readWebhookUrl(context),
    version: context.connections.saved.paypal.version,
  };
}

const isLocal = (url: string) => ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname);

function toAccess(
  { connections }: Context,
  mode: PaymentMode,
  { clientId, clientSecret }: Pick<PaypalKeys, 'clientId' | 'clientSecret'>,
): PaypalAccess {
  const apiBase = connections.server.paypalApiBase ?? null;
  if (apiBase && mode === 'live' && !isLocal(apiBase))
    throw refuse(
      'clientSecret',
      'The server sends the calls of PayPal to a stand-in for tests (PAYPAL_API_BASE), which must not get a live secret',
    );
  return { clientId, clientSecret, isSandbox: mode === 'test', apiBase };
}

/** Throws `connection_failed` with what PayPal's answer means. */
async function askPaypal<T>(mode: PaymentMode, asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    const other = mode === 'test' ? 'live' : 'sandbox';
    if (isPaypalKeyRefused(error))
      throw refuse('clientSecret', `PayPal doesn't accept these: one is mistyped, or they are those of the ${other} app`, error);
    if (!(error instanceof PaypalError) || error.status >= 500)
      throw refuse('clientId', "PayPal doesn't answer at the moment. Nothing was changed; try again in a minute", error);
    throw refuse(
      'clientId',
      `PayPal refused to report to the shop: ${error.codes.join(', ')}. It needs a public address with https`,
      error,
    );
  }
}

function requireKey(path: 'clientId' | 'clientSecret', pasted: string): string {
  const key = pasted.trim();
  if (KEY.test(key)) return key;
  throw refuse(path, path === 'clientId' ? 'This is no client id of PayPal' : 'This is no secret of PayPal');
}

function saveState(context: Context, { saved, keys, active }: Pick<State, 'saved' | 'keys' | 'active'>, version?: number): Promise<void> {
  const former = keys.former.slice(0, MAX_FORMER);
  const isEmpty = !saved.test && !saved.live;
  return save(context, 'paypal', {
    visible: { ...saved, active: isEmpty ? null : active },
    secrets: { ...keys, former },
    version,
    current: () => ({ connection: describePaypalConnection(context) }),
  });
}

interface Sent {
  clientId: string;
  clientSecret: string;
  version?: number | undefined;
}

/** Throws `connection_failed`, `version_conflict`. */
export async function connectPaypal(context: Context, mode: PaymentMode, sent: Sent): Promise<void> {
  const clientId = requireKey('clientId', sent.clientId);
  const clientSecret = requireKey('clientSecret', sent.clientSecret);
  const url = readWebhookUrl(context);
  if (!url) throw refuse('clientId', "Set the shop's public address first, under Settings, Domain: PayPal reports payments to it");
  const access = toAccess(context, mode, { clientId, clientSecret });
  const webhook = await askPaypal(mode, providePaypalWebhook(access, url));
  const { saved, keys, active, isKeyLost } = readState(context);
  const before = keys[mode];
  const isSame = (key: PaypalKeys) => key.clientId === clientId && key.webhookId === webhook.id;
  // What was reported until now may still arrive, and what was begun is finished with the app that has begun it.
  const replaced = before && { ...before, ...(before.clientId === clientId && { clientSecret }) };
  const former = [...(replaced ? [replaced] : []), ...keys.former].filter((it) => !isSame(it));
  const now: PaypalKeys = { clientId, clientSecret, webhookId: webhook.id, isSandbox: mode === 'test' };
  const shown: PaypalAccount = { clientIdEnding: clientId.slice(-4), connectedAt: context.now().toISOString() };
  try {
    // Where the key of what was saved is lost, the other account's is too.
    const others = isKeyLost ? { test: null, live: null } : saved;
    const isActive = isKeyLost ? mode : (active ?? mode);
    await saveState(
      context,
      { saved: { ...others, [mode]: shown }, keys: { ...keys, [mode]: now, former }, active: isActive },
      sent.version,
    );
  } catch (error) {
    if (webhook.isNew) await removePaypalWebhook(access, webhook.id).catch(() => undefined);
    throw error;
  }
}

function requireConnected({ saved, keys }: State, mode: PaymentMode): PaypalKeys {
  const found = saved[mode] && keys[mode];
  if (!found) throw new AppError('connection_failed', 'This account of PayPal is not connected');
  return found;
}

/** From now on this account takes the payments. Its secret is tried before. */
export async function activatePaypal(context: Context, mode: PaymentMode, version?: number): Promise<void> {
  const state = readState(context);
  const keys = requireConnected(state, mode);
  await askPaypal(mode, checkPaypalWebhook(toAccess(context, mode, keys), keys.webhookId, null));
  await saveState(context, { ...state, active: mode }, version);
}

/** The secret stays among the former ones, so that who is paying at this moment gets the order. */
export async function disconnectPaypal(context: Context, mode: PaymentMode, version?: number): Promise<void> {
  const { saved, keys, active } = readState(context);
  const former = [...(keys[mode] ? [keys[mode]] : []), ...keys.former];
  const rest = { ...keys, [mode]: null, former };
  await saveState(context, { saved: { ...saved, [mode]: null }, keys: rest, active: active === mode ? null : active }, version);
}

async function checkAccount(context: Context, mode: PaymentMode, keys: PaypalKeys): Promise<FoundPaypalProblem[]> {
  try {
    return await checkPaypalWebhook(toAccess(context, mode, keys), keys.webhookId, readWebhookUrl(context));
  } catch (error) {
    return [toPaypalProblem(error) ?? { problem: 'unreachable', detail: error instanceof Error ? error.message : null }];
  }
}

/** What PayPal says of each connected account, and what keeps the active one from being offered. */
export async function checkPaypal(context: Context & Pick<Deps, 'memoize'>): Promise<(FoundPaypalProblem & { mode: PaymentMode })[]> {
  const { saved, keys, active } = readState(context);
  const found: (FoundPaypalProblem & { mode: PaymentMode })[] = [];
  for (const mode of PAYMENT_MODES) {
    const key = keys[mode];
    if (!key || !saved[mode]) continue;
    found.push(...(await checkAccount(context, mode, key)).map((it) => ({ ...it, mode })));
  }
  if (!active) return found;
  const currency = await readCurrency(context);
  if (!isPaypalCurrency(currency)) found.push({ mode: active, problem: 'currency', detail: currency });
  else if (isWholeAtPaypal(currency)) found.push({ mode: active, problem: 'whole_amounts', detail: currency });
  if (context.connections.isPaypalWithheld) found.push({ mode: active, problem: 'beside_live', detail: null });
  return found;
}

/** After the shop's address has changed: PayPal reports to the new one. What fails is said by `checkPaypal`. */
export async function movePaypalWebhooks(context: Context): Promise<void> {
  const { keys } = readState(context);
  const url = readWebhookUrl(context);
  if (!url) return;
  for (const mode of PAYMENT_MODES) {
    const key = keys[mode];
    if (key) await movePaypalWebhook(toAccess(context, mode, key), key.webhookId, url).catch(() => undefined);
  }
}
