/** Signatures as card providers use them: HMAC-SHA256 over `<timestamp>.<body>`, sent in a header with the timestamp. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SECOND } from '../../../../contract/values.ts';

export const SIGNATURE_HEADER = 'demo-signature';
/** Seconds, in both directions: outside of it an event may be a replay. */
const TOLERANCE_SECONDS = 300;

function computeDigest(secret: string, seconds: string, raw: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest();
}

/** The header's value: `t=<Unix time>,v1=<hex>`. */
export function signPayload(secret: string, raw: string | Buffer, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / SECOND));
  return `t=${seconds},v1=${computeDigest(secret, seconds, raw).toString('hex')}`;
}

/** Null where the signature is valid for the body. */
export function findSignatureError(secret: string, raw: Buffer, header: unknown, now: Date): string | null {
  if (typeof header !== 'string') return 'The signature is missing';
  const [, seconds, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!seconds || !signature) return "The signature can't be read";
  if (!timingSafeEqual(computeDigest(secret, seconds, raw), Buffer.from(signature, 'hex'))) return "The signature doesn't fit the body";
  if (Math.abs(now.getTime() / SECOND - Number(seconds)) > TOLERANCE_SECONDS) {
    return "The signature is too old, or ahead of its time: is this server's clock right?";
  }
  return null;
}
