import type { MailSecurity } from '../../../contract/connections.ts';

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
