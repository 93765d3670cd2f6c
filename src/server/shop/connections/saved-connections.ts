/** What owners saved of each connection, read in the form that this version writes; another version's may be unknown. */
import { MAIL_SECURITIES, type MailSecurity } from '../../../contract/connections.ts';
import { PAYMENT_MODES, type PaymentMode } from '../../../contract/payment-connection.ts';
import { isRecord } from '../../../contract/values.ts';
import type { SavedConnection } from '../settings/connection-settings.ts';

/** One account's keys, as they are sealed. */
export interface StripeKeys {
  secretKey: string;
  webhookSecret: string;
  /** Stripe's ids of the account, and of the webhook's endpoint where the shop has made it; of accounts that were connected before. */
  accountId?: string | null;
  webhookId?: string | null;
}

const isKeys = (value: unknown): value is StripeKeys =>
  isRecord(value) && typeof value.secretKey === 'string' && typeof value.webhookSecret === 'string';

/** One app's keys, as they are sealed. */
export interface PaypalKeys {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  isSandbox: boolean;
}

const isPaypalKeys = (value: unknown): value is PaypalKeys =>
  isRecord(value) &&
  [value.clientId, value.clientSecret, value.webhookId].every((it) => typeof it === 'string') &&
  typeof value.isSandbox === 'boolean';

/** As parseStripeKeys. */
export function parsePaypalKeys({
  secrets,
}: Pick<SavedConnection, 'secrets'>): Record<PaymentMode, PaypalKeys | null> & { former: PaypalKeys[] } {
  const { test, live, former } = secrets ?? {};
  return {
    test: isPaypalKeys(test) ? test : null,
    live: isPaypalKeys(live) ? live : null,
    former: Array.isArray(former) ? former.filter(isPaypalKeys) : [],
  };
}

/** Keys by their mode, and those of accounts that were connected before. */
export function parseStripeKeys({
  secrets,
}: Pick<SavedConnection, 'secrets'>): Record<PaymentMode, StripeKeys | null> & { former: StripeKeys[] } {
  const { test, live, former } = secrets ?? {};
  return {
    test: isKeys(test) ? test : null,
    live: isKeys(live) ? live : null,
    former: Array.isArray(former) ? former.filter(isKeys) : [],
  };
}

export const readActiveMode = ({ visible }: Pick<SavedConnection, 'visible'>): PaymentMode | null =>
  PAYMENT_MODES.find((mode) => mode === visible?.active) ?? null;

export const parseUrl = ({ visible }: SavedConnection): string | null => (typeof visible?.url === 'string' ? visible.url : null);

/** The mail server that an owner has set. */
export interface MailServerSettings {
  host: string;
  port: number;
  security: MailSecurity;
  /** Empty: without a login. */
  user: string;
  /** The address that emails come from. */
  sender: string;
  password: string;
}

/** Null: none was saved, or in a form that this version doesn't know. */
export function parseMailServer({ visible, secrets }: Pick<SavedConnection, 'visible' | 'secrets'>): MailServerSettings | null {
  const { host, port, user, sender } = visible ?? {};
  const security = MAIL_SECURITIES.find((it) => it === visible?.security);
  if (typeof host !== 'string' || typeof port !== 'number' || typeof user !== 'string' || typeof sender !== 'string' || !security)
    return null;
  return { host, port, security, user, sender, password: typeof secrets?.password === 'string' ? secrets.password : '' };
}

const PARAMETERS: Record<MailSecurity, string> = { tls: '', starttls: '?requireTLS=true', none: '?ignoreTLS=true' };

export function toSmtpUrl({ host, port, security, user, password }: MailServerSettings): string {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : '';
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${shownHost}:${port}${PARAMETERS[security]}`;
}
