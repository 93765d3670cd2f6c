/** The words of PayPal, in the settings. */
import type { PaymentMode } from '../../../contract/payment-connection.ts';
import type { PaypalProblem } from '../../../contract/paypal-connection.ts';

export const paypal = {
  title: 'PayPal',
  hint: 'Customers choose it beside your other ways to pay, and pay on PayPal’s page.',
  modes: { test: 'Sandbox', live: 'Live' } satisfies Record<PaymentMode, string>,
  modeHints: {
    test: 'To try your shop with PayPal’s test accounts. No money moves.',
    live: 'To sell: real money, paid to your PayPal business account.',
  } satisfies Record<PaymentMode, string>,
  inUse: 'In use',
  connect: (mode: PaymentMode) => (mode === 'live' ? 'Connect PayPal' : 'Connect the sandbox'),
  replace: (mode: PaymentMode) => (mode === 'live' ? 'Replace the live app' : 'Replace the sandbox app'),
  clientId: 'Client ID',
  clientSecret: 'Secret',
  clientSecretHint: 'Tried at once, stored encrypted and never shown again. PayPal’s reports to your shop are set up for you.',
  steps: (mode: PaymentMode) =>
    `At PayPal, under Apps & Credentials, choose ${mode === 'live' ? 'Live' : 'Sandbox'}, create an app, and copy both from it.`,
  findApps: {
    test: 'https://developer.paypal.com/dashboard/applications/sandbox',
    live: 'https://developer.paypal.com/dashboard/applications/live',
  },
  findApp: 'Open PayPal’s apps',
  app: 'App',
  clientIdEnding: (ending: string) => `Client ID …${ending}`,
  connectedAt: 'Connected',
  connected: 'PayPal is connected',
  notConnected: 'PayPal wasn’t connected',
  activate: (mode: PaymentMode) => (mode === 'live' ? 'Take live payments' : 'Take sandbox payments'),
  activated: (mode: PaymentMode) => (mode === 'live' ? 'PayPal takes real payments now' : 'PayPal’s sandbox takes test payments now'),
  confirmActivate: (mode: PaymentMode) => (mode === 'live' ? 'Take real PayPal payments from now on?' : 'Take sandbox payments only?'),
  confirmActivateHint: (mode: PaymentMode) =>
    mode === 'live' ? 'Customers pay with real money.' : 'Nobody can pay real money by PayPal until you switch back.',
  disconnect: (mode: PaymentMode) => (mode === 'live' ? 'Disconnect PayPal' : 'Disconnect the sandbox'),
  confirmDisconnect: 'Disconnect this account?',
  confirmDisconnectHint: 'PayPal is no longer offered. Whoever is paying at this moment still gets the order.',
  disconnected: 'PayPal is disconnected',
  checking: 'Asking PayPal…',
  checkFailed: 'PayPal couldn’t be asked',
  allGood: 'Nothing is missing: PayPal accepts the app and reports payments to this shop.',
  check: 'Check PayPal again',
  needsDomain: 'Confirm your shop’s address first: PayPal reports payments to it.',
  problems: {
    key_refused: () => 'PayPal doesn’t accept the secret any more. Paste a new one; payments that were begun wait for it.',
    unreachable: () => 'PayPal doesn’t answer at the moment.',
    webhook_missing: () => 'The webhook was deleted at PayPal. Connect it again, and the shop makes it anew.',
    webhook_elsewhere: (detail) => `PayPal reports payments to another address${detail ? `: ${detail}` : ''}. Connect it again.`,
    webhook_events_missing: (detail) => `The webhook lacks events${detail ? `: ${detail}` : ''}. Connect it again.`,
    currency: (detail) => `PayPal doesn’t take ${detail ?? 'your currency'}, so it is not offered.`,
    whole_amounts: (detail) => `In ${detail ?? 'your currency'} PayPal takes totals without decimals only. For others it is not offered.`,
    beside_live: () => 'Your shop takes real money by card, so the sandbox is not offered: its orders would be given away. Connect live.',
  } satisfies Record<PaypalProblem, (detail: string | null) => string>,
} as const;
