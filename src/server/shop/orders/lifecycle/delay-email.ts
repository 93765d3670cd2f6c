/** The email about a new day, with the link on which the customer answers; and the same link for the order's page. */
import type { AdminOrder, Order } from '../../../../contract/order-fields.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { EmailMessage } from '../../messages/emails/email-message.ts';
import type { OrderEmailData } from '../../messages/emails/templates/order-parts.ts';
import { buildDelayUrl, loadGuestSecret, signDelay } from './guest-link.ts';

export async function createDelayUrl(tx: Database, publicUrl: string, { _id: id, delays = [] }: AdminOrder): Promise<string> {
  const delayId = delays.at(-1)?._id ?? '';
  return buildDelayUrl(publicUrl, id, delayId, signDelay(await loadGuestSecret(tx), delayId));
}

/** `message`: the shop's words. */
export async function renderDelay(data: OrderEmailData, { delays = [] }: AdminOrder, message: string): Promise<EmailMessage> {
  const delay = delays.at(-1);
  if (!delay) throw new Error('the delay was not written');
  const { renderOrderDelayedEmail } = await import('../../messages/emails/templates/delay-emails.ts');
  return renderOrderDelayedEmail({ ...data, delay, message });
}

/** A delay that its customer may still answer. */
export async function findAnswerable(db: Database, { status, delays = [] }: Order): Promise<Pick<Order, 'answerable'>> {
  const last = delays.at(-1);
  if (!last || status !== 'paid' || last.answer === 'cancel') return {};
  return { answerable: { delay: last._id, signature: signDelay(await loadGuestSecret(db), last._id) } };
}
