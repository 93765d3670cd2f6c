/** Signs events as PayPal does, with a key of the stand-in's own. */
import { randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createAuthority } from '../certificates.ts';

export const CERTIFICATE_PATH = '/v1/notifications/certs/CERT-standin';

export function createSigner(getOrigin: () => string) {
  const { certificate, key } = createAuthority('PayPal').issue('messageverificationcerts.paypal.com', undefined, 'rsa');
  const signEvent = (raw: string, at: Date, webhookId: string): Record<string, string> => {
    const [id, time] = [randomUUID(), at.toISOString()];
    const message = `${id}|${time}|${webhookId}|${crc32(Buffer.from(raw))}`;
    return {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': getOrigin() + CERTIFICATE_PATH,
      'paypal-transmission-id': id,
      'paypal-transmission-sig': sign('sha256', Buffer.from(message), key).toString('base64'),
      'paypal-transmission-time': time,
    };
  };
  return { certificate, signEvent };
}
