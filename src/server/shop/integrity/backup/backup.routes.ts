import type { FastifyInstance } from 'fastify';
import * as contract from '../../../../contract/backups.ts';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../platform/http/route.ts';
import {
  confirmPassphrase,
  connectBackups,
  describeBackupConnection,
  disconnectBackups,
  readProgress,
  renewPassphrase,
  startBackup,
} from './backup-connection.service.ts';
import { listBackups } from './list-backups.ts';

export function backupRoutes(app: FastifyInstance, deps: Deps): void {
  const reply = async (message: string) => ({ success: true, message, connection: await describeBackupConnection(deps) });

  route(app, contract.readBackupConnection, async () => ({ success: true, connection: await describeBackupConnection(deps) }));

  route(app, contract.connectBackups, async ({ body: { version, ...sent } }) => {
    const passphrase = await connectBackups(deps, sent, version);
    return { ...(await reply('The place of backups is saved')), passphrase };
  });

  route(app, contract.renewBackupPassphrase, async ({ body }) => {
    const passphrase = await renewPassphrase(deps, body.version);
    return { ...(await reply('A new passphrase is made')), passphrase };
  });

  route(app, contract.confirmBackupPassphrase, async ({ body }) => {
    await confirmPassphrase(deps, body.version);
    return reply('Backups are on');
  });

  route(app, contract.disconnectBackups, async ({ body }) => {
    await disconnectBackups(deps, body.version);
    return reply('Backups are off');
  });

  route(app, contract.startBackup, async () => {
    const isNew = await startBackup(deps);
    const message = isNew ? 'A backup begins' : 'A backup is being made already';
    return { success: true, message, progress: await readProgress(deps) };
  });

  route(app, contract.readBackupProgress, async () => ({ success: true, progress: await readProgress(deps) }));

  route(app, contract.listBackups, async () => ({ success: true, ...(await listBackups(deps)) }));
}
