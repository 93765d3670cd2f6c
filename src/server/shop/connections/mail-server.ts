/** The mail server that an owner has set, and its form as nodemailer takes it. */
import { MAIL_SECURITIES, type MailSecurity } from '../../../contract/connections.ts';
import type { SavedConnection } from '../settings/connection-settings.ts';

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
