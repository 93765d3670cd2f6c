/** The default texts of emails, used until a merchant writes others. Names in braces are placeholders; a new line begins a paragraph. */
import type { EmailKind, EmailWords } from '../../../../../contract/email-settings.ts';
import { PAYMENT_WORDS } from './payment-words.ts';

/** Emails about an order: their preview shows the newest one. */
export const ORDER_EMAIL_KINDS: ReadonlySet<EmailKind> = new Set([
  'order paid',
  'order placed',
  'payment received',
  'payment reminder',
  'order ended',
  'order downloads',
  'order shipped',
  'order refunded',
  'order message',
  'request received',
  'request declined',
  'order delayed',
  'withdrawal received',
  'nothing to withdraw',
  'payment failed',
  'new order',
  'new unpaid order',
  'order request',
  'delay answered',
  'order withdrawn',
  'refund failed',
  'late payment failed',
  'dispute opened',
  'dispute closed',
]);

interface DefaultWords extends EmailWords {
  /** The placeholders that the texts may contain, besides `shop`. */
  placeholders: readonly string[];
}

const CHECK_SECOND_FACTOR = "If you know of this, there is nothing to do. If you don't, set a new password now and contact us.";

export const DEFAULT_WORDS: Record<EmailKind, DefaultWords> = {
  ...PAYMENT_WORDS,
  'order paid': {
    subject: 'Your order #{{order}} is confirmed',
    opening: 'Thank you! Your payment of {{total}} has arrived, and order #{{order}} is being prepared for shipping.',
    closing: "We'll email you as soon as it is on its way.",
    placeholders: ['order', 'total'],
  },
  'order downloads': {
    subject: 'Your downloads of order #{{order}}',
    opening: 'Thank you! Your payment of {{total}} has arrived. Here is what you bought with order #{{order}}.',
    closing: 'Keep this email: it is how you get to your downloads again.',
    placeholders: ['order', 'total'],
  },
  'order shipped': {
    subject: 'Your order #{{order}} is on its way',
    opening: 'Order #{{order}} {{shipment}}.',
    closing: '',
    placeholders: ['order', 'shipment'],
  },
  'order refunded': {
    subject: 'We refunded {{amount}} of your order #{{order}}',
    opening: 'We refunded {{amount}} {{where}}',
    closing: '',
    placeholders: ['order', 'amount', 'where'],
  },
  'order message': { subject: 'A message about your order #{{order}}', opening: '', closing: '', placeholders: ['order'] },
  'request received': {
    subject: "We've received your request about order #{{order}}",
    opening: "You asked to {{request}} order #{{order}}. We'll look at it and answer you by email.",
    closing: '',
    placeholders: ['order', 'request'],
  },
  'request declined': {
    subject: 'About your request for order #{{order}}',
    opening: "You asked to {{request}} order #{{order}}. We can't do that.",
    closing: '',
    placeholders: ['order', 'request'],
  },
  'order delayed': {
    subject: 'Your order #{{order}} is delayed',
    opening: 'We are sorry: order #{{order}} takes longer than we promised.',
    closing: 'You can change your mind until it is sent.',
    placeholders: ['order'],
  },
  'withdrawal received': {
    subject: 'Your withdrawal from order #{{order}}',
    opening: 'We have received your withdrawal. Keep this email: it is your receipt.',
    closing: "If you didn't state it, tell us at once.",
    placeholders: ['order'],
  },
  'nothing to withdraw': {
    subject: 'About your withdrawal from order #{{order}}',
    opening:
      'Somebody used the form to withdraw from order #{{order}}. Nothing was changed: all of it is withdrawn from or refunded already, or can’t be withdrawn from.',
    closing: 'If you have a question, answer this email.',
    placeholders: ['order'],
  },
  'payment failed': {
    subject: 'Your payment of {{total}} failed',
    opening: 'Your bank told us that the payment of {{total}} failed, so nothing was bought and you have not been charged.',
    closing: 'The items that we held for you are available to others again. If you still want them, check out once more.',
    placeholders: ['total'],
  },
  'claim orders': {
    subject: 'Add your guest orders to your account',
    opening: 'There are orders in our shop that were made as a guest with this email address. Your account can hold them all.',
    closing:
      "The link works for a day, while you are logged in to the account that asked for it. If that wasn't you, there is nothing to do: without you nobody gets these orders.",
    placeholders: [],
  },
  'account moved': {
    subject: 'Your account moved with us',
    opening:
      'We have a new shop, and brought your account and your earlier orders along. Your password stayed behind: set a new one to log in.',
    closing: "If you don't want an account here, there is nothing to do: nobody can log in to it, and you can write to us to delete it.",
    placeholders: [],
  },
  'confirm email': {
    subject: 'Confirm your email address',
    opening: 'Is this your email address? Then confirm it, so that we may write to you about your account.',
    closing: "The link works once, for a day. If you didn't enter this address, there is nothing to do: you get no more emails.",
    placeholders: [],
  },
  'email changed': {
    subject: 'The email address of your account was changed',
    opening: 'Your account has another email address now, which was confirmed there. This one no longer belongs to it.',
    closing: "If this was you, there is nothing to do. If it wasn't, contact us at once.",
    placeholders: [],
  },
  'email taken': {
    subject: 'You already have an account',
    opening: 'Somebody entered this email address for another account in our shop. It belongs to yours already, so nothing was changed.',
    closing: 'If it was you, log in to the account that you have, or set a new password for it.',
    placeholders: [],
  },
  'reset password': {
    subject: 'Set a new password',
    opening: 'Somebody asked to set a new password for your account. If it was you, choose it here:',
    closing: "The link works once, for 30 minutes. If it wasn't you, there is nothing to do: your password stays as it is.",
    placeholders: [],
  },
  'password changed': {
    subject: 'Your password was changed',
    opening: 'The password of your account was just changed, and all other devices were signed out.',
    closing: "If this was you, there is nothing to do. If it wasn't, set a new password now and contact us.",
    placeholders: [],
  },
  'login attempts': {
    subject: 'Someone is trying to log in to your account',
    opening:
      'Several wrong passwords were entered for your account, from devices and networks that you never logged in from.\nWe only take a few tries a day from there now. Where you have logged in before, you log in as always.',
    closing:
      "If it was you, set a new password, or log in on a device that you use. If it wasn't, there is nothing to do, unless others could guess your password.",
    placeholders: [],
  },
  'new login': {
    subject: 'New login to your account',
    opening: 'Someone logged in to your account from a device and a network that were never used for it before.',
    closing: "If it was you, there is nothing to do. If it wasn't, set a new password now: that logs out everywhere.",
    placeholders: [],
  },
  'second factor on': {
    subject: 'Two-step login is on',
    opening: 'Logging in to your account now takes a code from your authenticator app after the password.',
    closing: CHECK_SECOND_FACTOR,
    placeholders: [],
  },
  'second factor off': {
    subject: 'Two-step login is off',
    opening: 'Logging in to your account now takes your password alone.',
    closing: CHECK_SECOND_FACTOR,
    placeholders: [],
  },
  'second factor removed': {
    subject: 'Two-step login was turned off for your account',
    opening:
      'The shop turned off two-step login for your account and logged you out on all devices. Log in with your password, then set up two-step login again under Security.',
    closing: CHECK_SECOND_FACTOR,
    placeholders: [],
  },
  'recovery code used': {
    subject: 'A recovery code was used',
    opening:
      "One of the recovery codes of your account was just used in place of a code of your authenticator app. It can't be used again.",
    closing: CHECK_SECOND_FACTOR,
    placeholders: [],
  },
  'account erased': {
    subject: 'Your account was deleted',
    opening:
      'Your account was deleted, with your addresses, your sessions and the emails that we wrote to you.\nYour orders stay in our books for as long as the law asks us to keep them.',
    closing: "If you didn't ask for this, please contact us.",
    placeholders: [],
  },
  'new order': {
    subject: 'New order #{{order}}: {{total}}',
    opening: '{{customer}} has paid {{total}} for order #{{order}}. {{next}}',
    closing: '',
    placeholders: ['order', 'total', 'customer', 'next'],
  },
  'order request': {
    subject: 'A customer asks to {{request}} order #{{order}}',
    opening: "A customer asks to {{request}} order #{{order}}. Refund or decline it on the order's page.",
    closing: '',
    placeholders: ['order', 'request'],
  },
  'delay answered': {
    subject: 'Order #{{order}}: the customer chose to {{answer}}',
    opening: 'You set a new day for order #{{order}}. Its customer chose to {{answer}}.',
    closing: '',
    placeholders: ['order', 'answer'],
  },
  'order withdrawn': {
    subject: 'A customer has withdrawn from order #{{order}}',
    opening: 'A customer has withdrawn from order #{{order}}.',
    closing: '',
    placeholders: ['order'],
  },
  'refund failed': {
    subject: 'A refund of {{amount}} for order #{{order}} failed',
    opening:
      "The refund of {{amount}} for order #{{order}} didn't reach the customer, and the money is back with you. Ask the customer where else to send it.",
    closing: '',
    placeholders: ['order', 'amount'],
  },
  'late payment failed': {
    subject: 'A payment of {{total}} failed',
    opening:
      'A payment of {{total}} that was on its way for some days has failed. Nothing was bought, and what was reserved for it is in stock again.',
    closing: 'The customer was told.',
    placeholders: ['total'],
  },
  'dispute opened': {
    subject: 'A payment of {{amount}} for order #{{order}} is disputed',
    opening:
      "The customer's bank asks {{amount}} of order #{{order}} back. Answer at your payment provider with what shows that the order is right: if you don't, the money is lost.",
    closing: "Don't refund it meanwhile, and ship nothing more of it: the bank may have taken the money already.",
    placeholders: ['order', 'amount'],
  },
  'dispute closed': {
    subject: 'The dispute of order #{{order}} has ended',
    opening: 'The dispute of {{amount}} for order #{{order}} is over: {{outcome}}.',
    closing: '',
    placeholders: ['order', 'amount', 'outcome'],
  },
  'gift card': {
    subject: 'Your gift card of {{amount}} from {{shop}}',
    opening: 'Here is a gift card of {{amount}} for {{shop}}.',
    closing: 'Enter the code when you check out. Keep this email: the code is as good as money.',
    placeholders: ['amount'],
  },
  'keys low': {
    subject: 'Licence keys are running out',
    opening: 'Few licence keys are left to sell. When there are none, customers can still buy, and get theirs by email once you add more.',
    closing: '',
    placeholders: [],
  },
  'daily summary': {
    subject: 'Your shop on {{day}}: {{orders}}, {{revenue}}',
    opening: 'What was sold on {{day}} ({{time_zone}}), and what waits for you now.',
    closing: '',
    placeholders: ['day', 'time_zone', 'orders', 'revenue'],
  },
  'team invitation': {
    subject: 'You are invited to work at {{shop}}',
    opening: '{{inviter}} invites you to the team, as {{role}}.',
    closing: "The link works once, for seven days. If you don't know who this is, there is nothing to do.",
    placeholders: ['inviter', 'role'],
  },
  'webhook failed': {
    subject: 'A webhook could not be delivered',
    opening: "We tried for a day to deliver an event to this endpoint, and it was never accepted. We won't try again automatically.",
    closing: 'The log shows what the endpoint answered. Once it works again, send the missed events from there.',
    placeholders: [],
  },
  'webhook gone': {
    subject: 'A webhook endpoint was switched off',
    opening: 'This endpoint answered 410 Gone: it wants no more events. It was switched off.',
    closing: 'If that was a mistake, switch it on again.',
    placeholders: [],
  },
  'backup failed': {
    subject: 'Your shop could not be backed up',
    opening: "Three attempts to back up your shop failed. What happened since the last good backup isn't saved anywhere else.",
    closing: 'The settings say what went wrong. The shop tries again every quarter of an hour.',
    placeholders: [],
  },
  test: {
    subject: 'Test email from {{shop}}',
    opening: 'This is a test: it shows how the emails of your shop arrive, and from whom.',
    closing: '',
    placeholders: [],
  },
};
