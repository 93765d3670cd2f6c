/** Signatures of the Standard Webhooks specification: https://github.com/standard-webhooks/standard-webhooks */
import { createHmac, randomBytes } from 'node:crypto';
import { SECOND } from '../../../../contract/values.ts';

const PREFIX = 'whsec_';

/** In the form that receivers pass to their library. */
export const createSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

interface Message {
  id: string;
  /** Time of the attempt: receivers refuse signatures that are older than five minutes. */
  at: Date;
  body: string;
}

/** One signature with each secret, so that while a secret is being changed, receivers can verify with either. */
export function buildWebhookHeaders({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / SECOND));
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  };
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map(sign).join(' '),
  };
}
