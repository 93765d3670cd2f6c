/** The passphrase of backups: made by the server, shown once, and in use when an owner says that it is kept. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type BackupConnection, confirmBackupPassphrase, renewBackupPassphrase } from '../../../contract/backups.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Panel } from '../../kit/panel.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { copyText, DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createValidationError, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { useShop } from '../../shared/shop-data.ts';
import { backups as words } from './backup-messages.ts';

/** `version`: of the response that contained it. */
export interface ShownPassphrase {
  passphrase: string;
  version: number;
}

interface PassphraseDialogProps {
  shown: ShownPassphrase;
  close: (isConfirmed: boolean) => void;
}

/** Closed without a confirmation, the passphrase stays unused. */
export function PassphraseDialog({ shown: { passphrase, version }, close }: PassphraseDialogProps) {
  const shop = useShop().settings.shop.name;
  const form = useForm({
    onSubmit: async (values) => {
      if (values.get('kept') !== 'on') throw createValidationError(words.notKept);
      await api(confirmBackupPassphrase, { body: { version } });
      toast.success(words.confirmed);
      close(true);
      return 'leave';
    },
  });
  const load = async () => new Blob([words.fileText(passphrase, shop)], { type: 'text/plain' });
  return (
    <Dialog title={words.dialogTitle} close={() => close(false)} closeLabel={common.close}>
      <div className="flex flex-col gap-4">
        <p className="text-soft">{words.dialogHint}</p>
        <code className="block select-all rounded-control bg-accent-ground p-4 text-large wrap-anywhere">{passphrase}</code>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => void copyText(passphrase, words.copied)}>
            {words.copy}
          </Button>
          <DownloadButton fileName={words.fileName} load={load}>
            {words.download}
          </DownloadButton>
        </div>
        <Form state={form}>
          <label className="flex min-h-11 items-center gap-3">
            <input type="checkbox" name="kept" className="size-4.5 shrink-0 accent-accent" />
            <span className="font-[560]">{words.kept}</span>
          </label>
          <SubmitButton state={form}>{words.goOn}</SubmitButton>
        </Form>
      </div>
    </Dialog>
  );
}

interface PassphrasePanelProps {
  connection: BackupConnection;
  onPassphrase: (shown: ShownPassphrase) => void;
}

export function PassphrasePanel({ connection: { passphrase: state, version }, onPassphrase }: PassphrasePanelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const renew = async () => {
    const reply = await api(renewBackupPassphrase, { body: { version } });
    setIsAsking(false);
    if (reply.passphrase) onPassphrase({ passphrase: reply.passphrase, version: reply.connection.version });
  };
  const isMissing = state === 'unconfirmed';
  return (
    <Panel title={words.passphraseTitle}>
      {state === 'confirmed' ? (
        <p>{words.passphraseOn}</p>
      ) : (
        <p role="alert" className="rounded-control bg-caution/8 px-4 py-3 text-caution">
          {isMissing ? words.unconfirmed : words.renewing}
        </p>
      )}
      <Button variant={isMissing ? 'primary' : 'secondary'} className="mt-4 min-h-11" onClick={() => setIsAsking(true)}>
        {words.renew}
      </Button>
      {isAsking && (
        <ConfirmActionDialog
          title={words.confirmRenew}
          hint={words.confirmRenewHint}
          confirmLabel={words.renew}
          isDestructive={false}
          onConfirm={renew}
          close={() => setIsAsking(false)}
        />
      )}
    </Panel>
  );
}
