/** The shop's connections as the rest of the server sees them (connections.ts opens them). */
import type { SetupWarning } from '../../../contract/reports.ts';
import type { AccountConfig, Config } from '../../platform/settings/config.ts';
import type { MailRoute } from '../messages/emails/mailer.ts';
import type { ManualProvider } from '../payments/by-hand.ts';
import type { DemoProvider, PaymentProvider } from '../payments/provider.ts';
import type { ConnectionKind, SavedConnection } from '../settings/connection-settings.ts';
import type { BackupPlan, SavedBackups } from './backup-plan.ts';
import type { MailServerSettings } from './saved-connections.ts';

/** What the server's environment says of connections. */
export type ServerConnections = Pick<
  Config,
  'stripe' | 'stripeOrigins' | 'sealingKey' | 'demo' | 'smtpUrl' | 'mailFrom' | 'publicUrl' | 'backup' | 'accounts' | 'isResetByAnswerSet'
> & {
  timeLimits?: Pick<Config['timeLimits'], 'payment' | 'smtp'>;
  /** Origin of PayPal's API, for tests; null or absent: PayPal's own. */
  paypalApiBase?: string | null;
  /** Name servers to ask about the domain of emails; absent: those of the machine. */
  dnsServers?: readonly string[];
};

export interface Connections {
  readonly server: ServerConnections;
  /** What owners saved, also where the server's own is used. */
  readonly saved: Readonly<Record<ConnectionKind, SavedConnection>>;
  /** The built-in provider, whose pages the shop serves itself, for the demo and for owners' test orders; null: there was neither. */
  readonly demo: DemoProvider | null;
  /** How emails leave the shop. */
  readonly mail: MailRoute;
  /** The mail server that an owner saved. */
  readonly mailServer: MailServerSettings | null;
  readonly payment: PaymentProvider | null;
  /** PayPal, beside it. */
  readonly paypal: PaymentProvider | null;
  /** An account of PayPal's sandbox is active while others pay real money: it isn't offered. */
  readonly isPaypalWithheld: boolean;
  readonly formerPayments: readonly PaymentProvider[];
  /** Takes what is paid by hand; there in every shop. */
  readonly manualPayment: ManualProvider;
  readonly publicUrl: string | null;
  /** What an owner saved of backups. */
  readonly savedBackups: SavedBackups | null;
  /** By which backups are made; null: none are. */
  readonly backupPlan: BackupPlan | null;
  readonly accounts: AccountConfig;
  readonly setupWarnings: readonly SetupWarning[];
  /** After a change in this process. Throws if the database doesn't answer. */
  reload(): Promise<void>;
  /** Before a request or a job: reads it anew if any process has changed it since. Never throws: what was known before still holds then. */
  refresh(): Promise<void>;
}
