/** How each kind of connection is saved, and what keeps it from being saved. */
import type { Deps } from '../../deps.ts';
import { AppError, createVersionConflict } from '../../platform/errors.ts';
import { type ConnectionKind, saveConnection } from '../settings/connection-settings.ts';
import type { ServerConnections } from './connections-port.ts';

type Context = Pick<Deps, 'connections' | 'db' | 'now'>;

/** Another service, or the shop's own check, said no to what was entered in this field. */
export const refuse = (path: string, message: string, cause?: unknown): AppError =>
  new AppError('connection_failed', message, { issues: [{ path, code: 'refused_elsewhere', message }], cause });

const FROM_SERVER: Record<ConnectionKind, (server: ServerConnections) => string | null> = {
  payments: ({ stripe }) => stripe && 'the keys of Stripe (STRIPE_SECRET_KEY)',
  paypal: () => null,
  email: ({ smtpUrl }) => smtpUrl && 'the mail server (SMTP_URL)',
  address: ({ publicUrl }) => publicUrl && 'the public address (PUBLIC_URL)',
  backups: ({ backup }) => backup.to && 'where backups are kept (BACKUP_TO)',
};

/** What the server's environment sets can't be saved. Throws `set_by_server`. */
export function requireOwn({ connections }: Pick<Deps, 'connections'>, kind: ConnectionKind): void {
  const what = FROM_SERVER[kind](connections.server);
  if (what) throw new AppError('set_by_server', `The server sets ${what}`);
}

interface Saving {
  visible: Record<string, unknown> | null;
  secrets: Record<string, unknown> | null;
  version?: number | undefined;
  /** As the call that reads it answers. */
  current: () => object;
}

/** This process has the change at once, the others by the database's notification. Throws `version_conflict`. */
export async function save({ connections, db, now }: Context, kind: ConnectionKind, { current, ...saving }: Saving): Promise<void> {
  const isSaved = await saveConnection(db, kind, { ...saving, now: now() }, connections.server.sealingKey ?? '');
  await connections.reload();
  if (!isSaved) throw createVersionConflict(current());
}
