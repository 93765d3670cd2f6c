/** An example of each email, for the preview: about the shop's newest order, or with made-up data. */
import { NOTHING_WAITS } from '../../../../../contract/email.ts';
import type { EmailKind } from '../../../../../contract/email-settings.ts';
import type { EmailMessage } from '../email-message.ts';
import {
  renderAccountErasedEmail,
  renderAccountMovedEmail,
  renderConfirmEmail,
  renderEmailChangedEmail,
  renderEmailTakenEmail,
  renderLoginAttemptsEmail,
  renderNewLoginEmail,
  renderPasswordChangedEmail,
  renderResetPasswordEmail,
  renderSecondFactorEmail,
} from './account-emails.ts';
import {
  renderClaimOrdersEmail,
  renderLatePaymentFailedEmail,
  renderOrderDownloadsEmail,
  renderOrderMessageEmail,
  renderOrderPaidEmail,
  renderOrderRefundedEmail,
  renderOrderShippedEmail,
  renderPaymentFailedEmail,
} from './customer-emails.ts';
import { renderDelayAnsweredEmail, renderOrderDelayedEmail } from './delay-emails.ts';
import type { EmailContext } from './email-layout.ts';
import { renderGiftCardEmail } from './gift-card-email.ts';
import { renderRequestDeclinedEmail, renderRequestReceivedEmail, renderRequestToMerchantEmail } from './order-request.ts';
import {
  renderNewUnpaidOrderEmail,
  renderOrderEndedEmail,
  renderOrderPlacedEmail,
  renderPaymentReceivedEmail,
  renderPaymentReminderEmail,
} from './payment-emails.ts';
import {
  type NewOrderData,
  renderBackupFailedEmail,
  renderDailySummaryEmail,
  renderDisputeClosedEmail,
  renderDisputeOpenedEmail,
  renderKeysLowEmail,
  renderNewOrderEmail,
  renderRefundFailedEmail,
  renderTeamInvitationEmail,
  renderTestEmail,
  renderWebhookFailedEmail,
} from './team-emails.ts';
import { renderNothingToWithdrawEmail, renderOrderWithdrawnEmail, renderWithdrawalReceivedEmail } from './withdrawal-emails.ts';

const NAME = 'Ada Lovelace';
const WITHDRAWAL = {
  ...{ _id: '00000000-0000-4000-8000-000000000001', name: NAME, lines: [{ line: 0, quantity: 1 }], status: 'open' as const },
  ...{ answer: null, createdAt: '2026-01-15T09:30:00Z', decidedAt: null, refundBy: '2026-01-29' },
};
const DELAY = {
  ...{ _id: '00000000-0000-4000-8000-000000000002', day: '2026-02-12', previousDay: '2026-01-22', createdAt: '2026-01-20T09:30:00Z' },
};
const TOKEN = 'example';

const buildLine = (name: string, price: number, quantity: number) => ({
  product: null,
  slug: 'example',
  name,
  price,
  quantity,
  image: '',
  discount: 0,
  tax: 0,
});

const ORDER = {
  _id: '00000000-0000-4000-8000-000000000000',
  number: 1042,
  subtotal: 94,
  discount: 0,
  code: null,
  shipping: 6,
  shippingName: 'Standard',
  estimatedDelivery: { from: '2026-01-19', to: '2026-01-21' },
  tax: 0,
  taxRate: 0,
  taxIncluded: false,
  total: 100,
  refunded: 40,
  carrier: 'UPS',
  tracking: '1Z999AA10123456784',
  lines: [buildLine('Desk lamp', 40, 1), buildLine('Notebook', 18, 3)],
  address: `${NAME}\n12 St James Square\nLondon`,
  buyer: { _id: null, name: NAME, email: 'ada@example.com' },
};

const HANDED_OVER: NonNullable<NewOrderData['handedOver']> = {
  files: [
    {
      name: 'Guide.pdf',
      allowed: 5,
      used: 0,
      expiresAt: new Date('2026-02-15T12:00:00Z'),
      url: `https://example.com/download/example#${TOKEN}`,
    },
  ],
  keys: [{ line: 0, keys: ['F6XQ-22LP-9ARK'], owed: 0 }],
};

const GIFT_CARD = { code: 'ABCDEFGH23456789', amount: 50, name: 'Ada', from: 'Grace', message: 'All the best!', expiresAt: null };

export type ExampleOrder = NewOrderData['order'];

/** What has not happened to the order is made up: a refund of all, a parcel. */
function complete(order: ExampleOrder): ExampleOrder {
  const { carrier, tracking } = order.carrier ? order : ORDER;
  return { ...order, carrier, tracking, refunded: order.refunded || order.total };
}

export function renderExampleEmail(kind: EmailKind, context: EmailContext, order: ExampleOrder | null = null): EmailMessage {
  const data = { ...context, order: order ? complete(order) : { ...ORDER, currency: context.shop.currency } };
  const amount = data.order.refunded;
  const render: Record<EmailKind, () => EmailMessage> = {
    'order paid': () => renderOrderPaidEmail(data),
    'order placed': () => renderOrderPlacedEmail(data),
    'payment received': () => renderPaymentReceivedEmail({ ...data, amount, left: data.order.total }),
    'payment reminder': () => renderPaymentReminderEmail({ ...data, left: data.order.total }),
    'order ended': () => renderOrderEndedEmail(data),
    'new unpaid order': () => renderNewUnpaidOrderEmail(data),
    'order downloads': () => renderOrderDownloadsEmail({ ...data, handedOver: HANDED_OVER }),
    'order shipped': () => renderOrderShippedEmail(data),
    'order refunded': () => renderOrderRefundedEmail({ ...data, amount }),
    'order message': () => renderOrderMessageEmail({ ...data, message: 'Your parcel waits at the post office.' }),
    'request received': () => renderRequestReceivedEmail({ ...data, kind: 'return' }),
    'request declined': () => renderRequestDeclinedEmail({ ...data, kind: 'return', answer: 'It was made to order.' }),
    'order delayed': () =>
      renderOrderDelayedEmail({
        ...data,
        delay: DELAY,
        message: 'Our supplier is late.',
        delayUrl: `${context.publicUrl ?? ''}/late-order`,
      }),
    'delay answered': () => renderDelayAnsweredEmail({ ...data, answer: 'cancel' }),
    'withdrawal received': () => renderWithdrawalReceivedEmail({ ...data, withdrawal: WITHDRAWAL }),
    'nothing to withdraw': () => renderNothingToWithdrawEmail(data),
    'order withdrawn': () => renderOrderWithdrawnEmail({ ...data, withdrawal: WITHDRAWAL }),
    'payment failed': () => renderPaymentFailedEmail({ ...data, isGuest: true }),
    'claim orders': () => renderClaimOrdersEmail({ ...context, token: TOKEN }),
    'account moved': () => renderAccountMovedEmail(context),
    'confirm email': () => renderConfirmEmail({ ...context, token: TOKEN }),
    'email changed': () => renderEmailChangedEmail(context),
    'email taken': () => renderEmailTakenEmail(context),
    'reset password': () => renderResetPasswordEmail({ ...context, token: TOKEN }),
    'password changed': () => renderPasswordChangedEmail(context),
    'login attempts': () => renderLoginAttemptsEmail(context),
    'new login': () =>
      renderNewLoginEmail({ ...context, browser: 'Firefox', system: 'Linux', ip: '203.0.113.9', at: new Date('2026-01-15T09:30:00Z') }),
    'second factor on': () => renderSecondFactorEmail({ ...context, kind: 'second factor on' }),
    'second factor off': () => renderSecondFactorEmail({ ...context, kind: 'second factor off' }),
    'second factor removed': () => renderSecondFactorEmail({ ...context, kind: 'second factor removed' }),
    'recovery code used': () => renderSecondFactorEmail({ ...context, kind: 'recovery code used' }),
    'account erased': () => renderAccountErasedEmail(context),
    'new order': () => renderNewOrderEmail(data),
    'order request': () => renderRequestToMerchantEmail({ ...data, kind: 'return' }),
    'refund failed': () => renderRefundFailedEmail({ ...data, amount }),
    'late payment failed': () => renderLatePaymentFailedEmail(data),
    'dispute opened': () =>
      renderDisputeOpenedEmail({
        ...data,
        amount: data.order.total,
        reason: 'product_not_received',
        respondBy: new Date('2026-01-22T00:00:00Z'),
      }),
    'dispute closed': () => renderDisputeClosedEmail({ ...data, amount: data.order.total, status: 'won' }),
    'gift card': () => renderGiftCardEmail({ ...context, ...GIFT_CARD, currency: context.shop.currency }),
    'keys low': () => renderKeysLowEmail({ ...context, lists: [{ product: 'Photo editor', free: 9 }] }),
    'daily summary': () =>
      renderDailySummaryEmail({
        ...context,
        day: '2026-01-15',
        orders: 3,
        revenue: 300,
        waiting: { ...NOTHING_WAITS, toShip: 2, requests: 1, lowStock: 1 },
        lowStock: [{ name: 'Desk lamp', quantity: 2 }],
        auditHead: null,
      }),
    'team invitation': () =>
      renderTeamInvitationEmail({
        ...context,
        by: NAME,
        role: 'staff',
        link: context.publicUrl && `${context.publicUrl}/team-invitation#${TOKEN}`,
      }),
    'webhook failed': () => renderWebhookFailedEmail({ ...context, url: 'https://example.com/events', failure: 'failed' }),
    'webhook gone': () => renderWebhookFailedEmail({ ...context, url: 'https://example.com/events', failure: 'gone' }),
    'backup failed': () => renderBackupFailedEmail(context),
    test: () => renderTestEmail(context),
  };
  return render[kind]();
}
