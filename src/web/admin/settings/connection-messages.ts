/** The words of the settings for payments, emails and the domain. */
import type { MailSecurity, MailTestOutcome } from '../../../contract/connections.ts';
import type { PaymentMode, PaymentProblem } from '../../../contract/payment-connection.ts';

export const settingsTabs = { label: 'Settings', general: 'General', payments: 'Payments', emails: 'Emails', domain: 'Domain' } as const;

export const connection = {
  byServer: 'Set by the server',
  byServerHint: 'This is set where the shop runs, which wins over what is saved here. Ask whoever runs your server to change it.',
  savedUnused: 'What was saved here before isn’t used meanwhile.',
  keyLost: 'What was saved can’t be read any more, because the key that encrypted it is gone. Enter it again.',
  show: 'Show',
  hide: 'Hide',
} as const;

export const payments = {
  title: 'Payments',
  lead: 'Connect your Stripe account, so that customers can pay by card and by everything else that you turn on there.',
  status: {
    live: ['Your shop takes payments', 'Customers pay with real money.'],
    test: ['Your shop takes test payments only', 'Test cards work, and no money moves. Switch to live to sell.'],
    none: ['Your shop takes no payments yet', 'Customers can’t check out until a key is connected.'],
  },
  serverKey: (ending: string) => `Key ending in ${ending}`,
  modes: { test: 'Test', live: 'Live' } satisfies Record<PaymentMode, string>,
  modeHints: {
    test: 'To try your shop: Stripe’s test cards, no real money.',
    live: 'To sell: real cards and real money.',
  } satisfies Record<PaymentMode, string>,
  inUse: 'In use',
  account: 'Account',
  unnamed: 'The key may not read its name',
  key: 'Key',
  keyEnding: (ending: string) => `…${ending}`,
  connectedAt: 'Connected',
  secretKey: 'Secret key',
  secretKeyHint: (mode: PaymentMode) => `Begins with sk_${mode}_ or rk_${mode}_. It is tried, stored encrypted and never shown again.`,
  findKeys: { test: 'https://dashboard.stripe.com/test/apikeys', live: 'https://dashboard.stripe.com/apikeys' } satisfies Record<
    PaymentMode,
    string
  >,
  findKey: 'Find it at Stripe',
  webhookSecret: 'Signing secret of a webhook',
  webhookSecretHint: (url: string) =>
    `Only if you made the webhook yourself, for ${url}. Leave it empty, and the shop makes it for you. Begins with whsec_.`,
  ownWebhook: 'I made the webhook myself',
  connect: (mode: PaymentMode) => (mode === 'live' ? 'Connect live key' : 'Connect test key'),
  replace: (mode: PaymentMode) => (mode === 'live' ? 'Replace live key' : 'Replace test key'),
  replaceHint: 'Payments that were begun with the key of before are still finished.',
  notConnected: 'The key wasn’t connected',
  activate: (mode: PaymentMode) => (mode === 'live' ? 'Take live payments' : 'Take test payments'),
  activated: (mode: PaymentMode) => (mode === 'live' ? 'Your shop takes real payments now' : 'Your shop takes test payments now'),
  confirmActivate: (mode: PaymentMode) => (mode === 'live' ? 'Take real payments from now on?' : 'Take test payments only from now on?'),
  confirmActivateHint: (mode: PaymentMode) =>
    mode === 'live' ? 'Customers pay with real money.' : 'Nobody can pay with real money until you switch back.',
  disconnect: (mode: PaymentMode) => (mode === 'live' ? 'Disconnect live key' : 'Disconnect test key'),
  confirmDisconnect: 'Disconnect this key?',
  confirmDisconnectHint: 'No new payments are taken with it. Whoever is paying at this moment still gets the order.',
  disconnected: 'Key disconnected',
  check: 'Check again',
  checkTitle: 'Check',
  checking: 'Asking Stripe…',
  checkFailed: 'Stripe couldn’t be asked',
  allGood: 'Nothing is missing: Stripe accepts the keys and reports payments to this shop.',
  needsDomain: 'Confirm your shop’s address first: Stripe reports payments to it.',
  toDomain: 'Set the address',
  problems: {
    key_refused: () =>
      'Stripe doesn’t accept the key any more: it was rolled or revoked. Paste a new one; payments that were begun wait for it.',
    key_limited: (detail) => `The restricted key lacks rights${detail ? `: ${detail}` : ''}.`,
    unreachable: () => 'Stripe doesn’t answer at the moment.',
    charges_off: (detail) => `Stripe doesn’t let this account take payments yet${detail ? `. It still needs: ${detail}` : ''}.`,
    payouts_off: (detail) => `Stripe doesn’t pay out to your bank yet${detail ? `. It still needs: ${detail}` : ''}.`,
    details_missing: (detail) => `The account isn’t activated: finish its business details at Stripe${detail ? ` (${detail})` : ''}.`,
    other_account: (detail) => `The test key belongs to another account${detail ? ` (${detail})` : ''} than the live key.`,
    webhook_missing: () => 'The webhook was deleted at Stripe. Connect the key again, and the shop makes it anew.',
    webhook_disabled: () => 'The webhook is switched off at Stripe, so payments are found minutes later. Switch it on there.',
    webhook_elsewhere: (detail) => `Stripe reports payments to another address${detail ? `: ${detail}` : ''}. Connect the key again.`,
    webhook_events_missing: (detail) => `The webhook lacks events${detail ? `: ${detail}` : ''}. Connect the key again.`,
  } satisfies Record<PaymentProblem, (detail: string | null) => string>,
} as const;

export const mailServer = {
  title: 'Mail server',
  lead: 'Your shop sends confirmations, invoices and links by your own email service.',
  none: 'Email isn’t set up: customers receive no emails.',
  serverText: (host: string, sender: string) => `${host}, from ${sender}`,
  preset: 'Email service',
  presetHint: 'Fills in the server and port.',
  other: 'Another one',
  host: 'Server',
  hostHint: 'Such as smtp.example.com',
  port: 'Port',
  security: 'Encryption',
  securities: {
    tls: 'TLS (usual at port 465)',
    starttls: 'STARTTLS (usual at port 587)',
    none: 'None (only on your own network)',
  } satisfies Record<MailSecurity, string>,
  user: 'User name',
  userHint: 'Leave empty if the server asks for no login',
  password: 'Password',
  passwordHint: 'Stored encrypted and never shown again',
  passwordKept: 'Leave empty to keep the saved one',
  sender: 'Sender address',
  senderHint: 'Where emails come from. Your email service must allow it. Its name is set under Emails, Sender and templates.',
  save: 'Save mail server',
  saved: 'Mail server saved',
  saveFailed: 'The mail server wasn’t saved',
  test: 'Send a test message',
  testing: 'Sending a test message…',
  testFailed: 'The test message wasn’t sent',
  testTitle: 'Test message',
  disconnect: 'Remove mail server',
  confirmDisconnect: 'Remove the mail server?',
  confirmDisconnectHint: 'Customers receive no emails until another one is set up.',
  disconnected: 'Mail server removed',
  serverSays: (words: string) => `The server says: ${words}`,
  outcomes: {
    accepted: (recipient) =>
      `The server took the message for ${recipient}. If it isn’t there in a few minutes, look into the spam folder: the server may have dropped it.`,
    host_not_found: () => 'There is no server of this name. Check its spelling.',
    connection_refused: () => 'The server takes no connections at this port. Usual are 465 and 587.',
    connection_timeout: () => 'The server doesn’t answer at this port. Usual are 465 and 587; many hosting companies block port 25.',
    silent: () => 'The server takes the connection and says nothing. Port 465 goes with TLS, port 587 with STARTTLS.',
    not_a_mail_server: () => 'What answers there isn’t a mail server. Check server and port.',
    certificate: () => 'The server’s certificate isn’t valid for this name. Enter the name that your email service gives.',
    wrong_security: () => 'The port doesn’t speak this encryption. Port 465 goes with TLS, port 587 with STARTTLS.',
    login_needed: () => 'The server asks for a login: enter user name and password.',
    login_failed: () => 'The server refuses the login. Some services need an app password or an API key instead of your own password.',
    sender_refused: () => 'The server doesn’t send from this sender address. Verify the address or its domain at your email service.',
    recipient_refused: (recipient) => `The server doesn’t take messages for ${recipient}.`,
    message_refused: () => 'The server refuses the message itself.',
    hung_up: () => 'The server broke off in the middle, or went silent. Try again; if it stays so, ask your email service.',
    failed: () => 'The server answers in a way that the shop doesn’t understand.',
  } satisfies Record<MailTestOutcome, (recipient: string) => string>,
  domain: (name: string) => `What the DNS of ${name} says`,
  domainHint:
    'Without these, large mailbox providers put your emails into spam. Your email service says what to enter at your domain’s DNS.',
  records: { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC' },
  found: { found: 'Found', missing: 'Not found', unknown: 'No answer' },
  dkimHint: 'DKIM is looked for under the usual names; yours may have another.',
} as const;

export const domain = {
  title: 'Public address',
  lead: 'Where customers find your shop. Links in emails begin with it, and payment pages lead back to it.',
  none: 'No address is confirmed: emails have no links.',
  url: 'Address',
  urlHint: 'The shop calls itself there, to make sure that it is yours.',
  found: 'Filled in from the address at which you are now.',
  save: 'Confirm address',
  saved: 'Address confirmed',
  saveFailed: 'The address wasn’t confirmed',
  insecure: 'Customers expect https. Without it, Stripe takes no live payments.',
  disconnect: 'Remove address',
  confirmDisconnect: 'Remove the address?',
  confirmDisconnectHint: 'Emails have no links until another one is confirmed.',
  disconnected: 'Address removed',
} as const;

/** Server, port and encryption of common services, as they document them; what to enter as user name and password differs. */
export interface MailPreset {
  name: string;
  host: string;
  port: number;
  security: MailSecurity;
  hint: string;
}

const OWN_ADDRESS = 'The user name is your whole email address.';
const APP_PASSWORD = `${OWN_ADDRESS} It needs an app password: make one in your account’s security settings.`;
const preset = (name: string, host: string, hint: string, port = 465): MailPreset => ({
  name,
  host,
  port,
  security: port === 465 ? 'tls' : 'starttls',
  hint,
});

export const MAIL_PRESETS: readonly MailPreset[] = [
  preset('Amazon SES', 'email-smtp.eu-west-1.amazonaws.com', 'Put your own region into the server’s name. Make SMTP credentials in SES.'),
  preset('Brevo', 'smtp-relay.brevo.com', 'User name and password are under SMTP and API.', 587),
  preset('Fastmail', 'smtp.fastmail.com', APP_PASSWORD),
  preset('Gmail or Google Workspace', 'smtp.gmail.com', APP_PASSWORD),
  preset('GMX', 'mail.gmx.net', `${OWN_ADDRESS} Allow POP3 and IMAP in its settings first.`),
  preset('iCloud', 'smtp.mail.me.com', APP_PASSWORD, 587),
  preset('IONOS', 'smtp.ionos.com', OWN_ADDRESS),
  preset('Mailgun', 'smtp.mailgun.org', 'User name and password are under the domain’s SMTP credentials.'),
  preset('Mailjet', 'in-v3.mailjet.com', 'The user name is the API key, the password its secret key.'),
  preset('Microsoft 365', 'smtp.office365.com', `${OWN_ADDRESS} An admin has to allow authenticated SMTP for it.`, 587),
  preset('OVHcloud', 'ssl0.ovh.net', OWN_ADDRESS),
  preset('Postmark', 'smtp.postmarkapp.com', 'User name and password are both the server’s API token.', 587),
  preset('Resend', 'smtp.resend.com', 'The user name is resend, the password an API key.'),
  preset('SendGrid', 'smtp.sendgrid.net', 'The user name is apikey, the password an API key.'),
  preset('Strato', 'smtp.strato.de', OWN_ADDRESS),
  preset('Yahoo', 'smtp.mail.yahoo.com', APP_PASSWORD),
  preset('Zoho', 'smtp.zoho.com', APP_PASSWORD),
];
