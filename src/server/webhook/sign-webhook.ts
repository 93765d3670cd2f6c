/** Signatures of the Standard Webhooks specification: https://github.com/standard-webhooks/standard-webhooks */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** As receivers enter it into their library. */
export const createSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`;

interface Message {
  id: string;
  /** Of the attempt: receivers refuse what was signed more than five minutes ago. */
  at: Date;
  body: string;
}

/** One signature by each secret: while one is changed, whoever has either can verify. */
export function buildWebhookHeaders({ id, at, body }: Message, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
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
