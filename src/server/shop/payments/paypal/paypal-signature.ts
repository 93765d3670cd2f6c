/**
 * Verifies that PayPal has sent an event: its signature, by the certificate that it names. That is fetched from PayPal's own API alone, over TLS, and kept.
 * Asking PayPal about each event instead would need it to be up, and would let strangers make the shop call it.
 */
import { verify, X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { DAY, HOUR, KILOBYTE, MINUTE, SECOND } from '../../../../contract/values.ts';
import { AppError } from '../../../platform/errors.ts';

export const SIGNATURE_HEADER = 'paypal-transmission-sig';

/** PayPal sends an event again for three days, and nobody says under which time. What is sent twice has one effect by its id. */
const MAX_AGE = 3 * DAY + HOUR;
const MAX_AHEAD = 5 * MINUTE;
const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;
const HOSTS = { live: ['api.paypal.com', 'api-m.paypal.com'], sandbox: ['api.sandbox.paypal.com', 'api-m.sandbox.paypal.com'] };
const MAX_CERTIFICATE_BYTES = 64 * KILOBYTE;
const FETCH_TIMEOUT = 5 * SECOND;
/** More than PayPal ever uses within a minute: whoever makes up their names makes the shop ask for no more. */
const MAX_FETCHES = 10;

interface Options {
  webhookIds: readonly string[];
  isSandbox: boolean;
  apiBase: string | null;
}

const refuse = (message: string, cause?: unknown) => new AppError('invalid_signature', message, { cause });

function isPaypalUrl(url: URL, { isSandbox, apiBase }: Options): boolean {
  if (!CERTIFICATE_PATH.test(url.pathname) || url.search) return false;
  if (apiBase) return url.origin === apiBase;
  return url.protocol === 'https:' && url.port === '' && HOSTS[isSandbox ? 'sandbox' : 'live'].includes(url.hostname);
}

async function fetchCertificate(url: string): Promise<X509Certificate> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT) });
  if (!response.ok) throw refuse('There is no such certificate');
  const pem = await response.text();
  if (pem.length > MAX_CERTIFICATE_BYTES) throw refuse('The certificate is too large');
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw refuse("The certificate can't be read", cause);
  }
}

const isValidAt = ({ validFrom, validTo }: X509Certificate, now: Date) => new Date(validFrom) <= now && now <= new Date(validTo);

function readTime(text: string, now: Date): void {
  const age = now.getTime() - Date.parse(text);
  // Not `age > …`: no time at all isn't larger than anything.
  if (age <= MAX_AGE && age >= -MAX_AHEAD) return;
  throw refuse("The signature is too old, or ahead of its time: is this server's clock right?");
}

/** Throws `invalid_signature`, or the error of the connection if PayPal doesn't give its certificate. */
export function createSignatureCheck(options: Options) {
  const certificates = new LRUCache<string, X509Certificate>({ max: 20, ttl: DAY });
  const fetches = new LRUCache<string, true>({ max: MAX_FETCHES, ttl: MINUTE, ttlAutopurge: false });

  async function getCertificate(text: string): Promise<X509Certificate> {
    const url = URL.parse(text);
    if (!url || !isPaypalUrl(url, options)) throw refuse("The certificate isn't PayPal's");
    const kept = certificates.get(url.href);
    if (kept) return kept;
    fetches.purgeStale();
    if (!fetches.has(url.href) && fetches.size >= MAX_FETCHES) throw refuse('Too many certificates were named within a minute');
    fetches.set(url.href, true);
    const certificate = await fetchCertificate(url.href);
    certificates.set(url.href, certificate);
    return certificate;
  }

  return async (raw: Buffer, headers: IncomingHttpHeaders, now: Date): Promise<void> => {
    const read = (name: string) => {
      const value = headers[`paypal-${name}`];
      return typeof value === 'string' && /^[\x20-\x7e]{1,1000}$/.test(value) ? value : '';
    };
    const [id, time, algorithm] = [read('transmission-id'), read('transmission-time'), read('auth-algo')];
    const signature = read('transmission-sig');
    if (!id || !time || !signature) throw refuse("The signature is missing, or can't be read");
    if (algorithm !== 'SHA256withRSA') throw refuse('The signature is made in an unknown way');
    readTime(time, now);
    const certificate = await getCertificate(read('cert-url'));
    if (!isValidAt(certificate, now)) throw refuse("The certificate isn't valid now: is this server's clock right?");
    const isSigned = (webhookId: string) =>
      verify('sha256', Buffer.from(`${id}|${time}|${webhookId}|${crc32(raw)}`), certificate.publicKey, Buffer.from(signature, 'base64'));
    if (certificate.publicKey.asymmetricKeyType !== 'rsa' || !options.webhookIds.some(isSigned))
      throw refuse("The signature doesn't fit the body");
  };
}
