/** Signs events the way card providers do: HMAC-SHA256 over `time.body`, time and result in one header. */
import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'demo-signature';
/** Seconds. An older signature, or one from further ahead, may be someone's recording. */
const TOLERANCE_SECONDS = 300;

function computeDigest(secret: string, seconds: string, raw: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest();
}

/** The value of the header: `t=<seconds since 1970>,v1=<hex>`. */
export function signPayload(secret: string, raw: string | Buffer, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1000));
  return `t=${seconds},v1=${computeDigest(secret, seconds, raw).toString('hex')}`;
}

/** Why the header doesn't vouch for the body, or null where it does. */
export function findSignatureError(secret: string, raw: Buffer, header: unknown, now: Date): string | null {
  if (typeof header !== 'string') return 'The signature is missing';
  const [, seconds, signature] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!seconds || !signature) return "The signature can't be read";
  if (!timingSafeEqual(computeDigest(secret, seconds, raw), Buffer.from(signature, 'hex'))) return "The signature doesn't fit the body";
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) {
    return "The signature is too old, or ahead of its time: is this server's clock right?";
  }
  return null;
}
