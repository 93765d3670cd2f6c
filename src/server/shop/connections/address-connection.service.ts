/** The address under which customers reach the shop: an owner confirms it, and it counts once a call to it has reached this very shop. */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { type AddressConnection, proveAddress } from '../../../contract/connections.ts';
import { isRecord, SECOND } from '../../../contract/values.ts';
import type { Deps } from '../../deps.ts';
import { getErrorChain } from '../../platform/errors.ts';
import { loadAccountSecret } from '../settings/sealed-text.ts';
import { moveWebhooks } from './payment-connection.service.ts';
import { movePaypalWebhooks } from './paypal-connection.service.ts';
import { refuse, requireOwn, save } from './save-connection.ts';

type Context = Pick<Deps, 'connections' | 'db' | 'now'>;

const TIMEOUT = 8 * SECOND;
const MAX_ANSWER = 2000;

export function describeAddressConnection({ connections }: Context, suggested: string): AddressConnection {
  const { server, saved, publicUrl } = connections;
  const source = server.publicUrl ? 'server' : publicUrl ? 'saved' : 'none';
  return { source, problem: null, url: publicUrl, suggested, version: saved.address.version };
}

/** Only this shop's processes know the key, which they derive from a secret in its database. */
export async function proveChallenge(db: Deps['db'], challenge: string): Promise<string> {
  const key = Buffer.from(hkdfSync('sha256', await loadAccountSecret(db), '', 'address proof', 32));
  return createHmac('sha256', key).update(challenge).digest('hex');
}

/** `shop.example` is meant as https; a path is none of the address. Throws `connection_failed`. */
function parseOrigin(text: string): string {
  const typed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (!url?.hostname || !['http:', 'https:'].includes(url.protocol)) throw refuse('url', 'Enter an address such as https://shop.example');
  if (url.username || url.password) throw refuse('url', 'Enter the address without a user name or password');
  if (url.pathname !== '/' || url.search || url.hash) throw refuse('url', `Enter the address without a path: ${url.origin}`);
  return url.origin;
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

function describeFailure(error: unknown, host: string): string {
  const codes = getErrorChain(error).map((it) => ('code' in it ? String(it.code) : it.name));
  const has = (...wanted: string[]) => wanted.some((it) => codes.includes(it));
  if (has('ENOTFOUND', 'EAI_AGAIN')) return `There is no host ${host} yet. Its DNS record has to lead to this server first`;
  if (has('ECONNREFUSED')) return `${host} refuses connections: nothing listens there, or a firewall is in between`;
  if (codes.some((code) => CERTIFICATE.test(code))) return `The certificate of ${host} isn't valid, so browsers would warn customers`;
  if (has('TimeoutError', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT')) return `${host} didn't answer within ${TIMEOUT / SECOND} seconds`;
  return `${host} can't be reached`;
}

/** Calls the address and throws `connection_failed` unless this shop answers. */
async function requireThisShop(db: Deps['db'], origin: string, isAskedThere: boolean): Promise<void> {
  const challenge = randomBytes(32).toString('hex');
  const { host } = new URL(origin);
  let response: Response;
  try {
    response = await fetch(origin + proveAddress.path, {
      method: proveAddress.method,
      body: JSON.stringify({ challenge }),
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
  } catch (error) {
    // Some networks don't lead a server back to itself by its public address; then the owner's own request, which came by it, is the proof.
    if (isAskedThere) return;
    throw refuse('url', describeFailure(error, host), error);
  }
  const target = response.headers.get('location');
  if (response.status >= 300 && response.status < 400 && target) {
    await response.body?.cancel();
    throw refuse(
      'url',
      `${host} leads on to ${URL.parse(target, origin)?.origin ?? 'another address'}: enter that one if it is the shop's`,
    );
  }
  if (await isProof(response, await proveChallenge(db, challenge))) return;
  throw refuse('url', `Another website answers at ${host}, not this shop`);
}

async function isProof(response: Response, proof: string): Promise<boolean> {
  try {
    if (!response.ok || Number(response.headers.get('content-length')) > MAX_ANSWER) return false;
    const answer: unknown = await response.json();
    const given = isRecord(answer) && typeof answer.proof === 'string' ? answer.proof : '';
    return given.length === proof.length && timingSafeEqual(Buffer.from(given), Buffer.from(proof));
  } catch {
    return false;
  } finally {
    await response.body?.cancel().catch(() => undefined);
  }
}

interface Sent {
  url: string;
  version?: number | undefined;
}

/** `asked`: the origin of this request. Throws `connection_failed`, `set_by_server`, `version_conflict`. */
export async function connectAddress(context: Context, sent: Sent, asked: string): Promise<void> {
  requireOwn(context, 'address');
  const url = parseOrigin(sent.url);
  await requireThisShop(context.db, url, url === asked);
  const current = () => ({ connection: describeAddressConnection(context, asked) });
  await save(context, 'address', { visible: { url }, secrets: null, version: sent.version, current });
  await moveWebhooks(context);
  await movePaypalWebhooks(context);
}

export async function disconnectAddress(context: Context, version: number | undefined, asked: string): Promise<void> {
  requireOwn(context, 'address');
  const current = () => ({ connection: describeAddressConnection(context, asked) });
  await save(context, 'address', { visible: null, secrets: null, version, current });
}
