/** Signs events as Stripe does, without the SDK: its helper would only prove that the SDK agrees with itself. */
import { createHmac } from 'node:crypto';

export function signStripeEvent(raw: string, at: Date, ...secrets: string[]): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  const signatures = secrets.map((secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${raw}`).digest('hex')}`);
  return { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': [`t=${seconds}`, ...signatures].join(',') };
}
