/** Backups: where and when they are made, their passphrase, what became of the last ones, and those that are there. */
import { useState } from 'react';
import { type BackupConnection, readBackupConnection } from '../../../contract/backups.ts';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { BackupForm } from './backup-form.tsx';
import { backups as words } from './backup-messages.ts';
import { PassphraseDialog, PassphrasePanel, type ShownPassphrase } from './backup-passphrase.tsx';
import { BackupStatus } from './backup-status.tsx';
import { settingsMenu } from './menu-messages.ts';
import { KeyLostNotice, OwnerSettingsPage, ServerPanel } from './settings-page.tsx';

export const meta = createTitleMeta(settingsMenu.backups);

export default function BackupsPage() {
  return (
    <OwnerSettingsPage title={settingsMenu.backups} lead={words.lead}>
      <Backups />
    </OwnerSettingsPage>
  );
}

function Backups() {
  const loaded = useLoad('backup connection', (it, signal) => it(readBackupConnection, { signal }));
  return (
    <AsyncContent
      state={loaded}
      skeleton={
        <PanelSkeleton className="h-200">
          <FieldsSkeleton fields={6} />
        </PanelSkeleton>
      }
    >
      {({ connection }) => (
        <div className="flex flex-col gap-4">
          {connection.server ? (
            <ServerBackups connection={connection} server={connection.server} />
          ) : (
            <OwnBackups connection={connection} reload={loaded.reload} />
          )}
          <RestorePanel />
        </div>
      )}
    </AsyncContent>
  );
}

interface ServerBackupsProps {
  connection: BackupConnection;
  server: NonNullable<BackupConnection['server']>;
}

const ServerBackups = ({ connection, server }: ServerBackupsProps) => (
  <>
    <ServerPanel title={words.settingsTitle} hasSaved={connection.saved !== null}>
      {words.server(server.location)}. {words.serverSchedule(server.everyHours, server.keep, server.isEncrypted)}
    </ServerPanel>
    <BackupStatus connection={connection} />
  </>
);

function OwnBackups({ connection, reload }: { connection: BackupConnection; reload: () => Promise<void> }) {
  const [shown, setShown] = useState<ShownPassphrase | null>(null);
  const isOn = connection.passphrase === 'confirmed' || connection.passphrase === 'renewing';
  const close = async (isConfirmed: boolean) => {
    setShown(null);
    await reload();
    // What is being made now is said at the top.
    if (isConfirmed) window.scrollTo({ top: 0 });
  };
  return (
    <>
      {connection.problem && <KeyLostNotice />}
      {isOn && <BackupStatus connection={connection} />}
      <BackupForm key={connection.saved ? 'saved' : 'none'} loaded={connection} reload={reload} onPassphrase={setShown} />
      {connection.passphrase !== 'none' && <PassphrasePanel connection={connection} onPassphrase={setShown} />}
      {shown && <PassphraseDialog shown={shown} close={(isConfirmed) => void close(isConfirmed)} />}
    </>
  );
}

const RestorePanel = () => (
  <Panel title={words.restoreTitle}>
    <p>{words.restoreText}</p>
    <code className="mt-3 block select-all rounded-control bg-ground px-4 py-3 text-small wrap-anywhere">{words.restoreCommand}</code>
    <p className="mt-2 text-small text-soft">{words.restoreGuide}</p>
  </Panel>
);
