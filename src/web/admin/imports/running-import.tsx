/** A file that is being checked or imported: its progress, and a button to cancel. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { cancelProductImport } from '../../../contract/product-import.ts';
import type { ProductImport } from '../../../contract/product-import-fields.ts';
import { api } from '../../api.ts';
import { Progress } from '../../kit/status.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { ActionButton } from '../parts/action-button.tsx';
import { ImportCounts } from './import-steps.tsx';
import { productImport as words } from './messages.ts';

const LABELS = {
  checking: [words.checking, words.checkingHint],
  queued: [words.queued, words.queuedHint],
  running: [words.running, words.runningHint],
} as const;

export function RunningImport({
  shown,
  status,
  reload,
}: {
  shown: ProductImport;
  status: keyof typeof LABELS;
  reload: () => Promise<void>;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const [label, hint] = LABELS[status];
  const { created, updated, unchanged, refused } = shown;
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-3 rounded-card border border-line bg-raised p-5">
        <p role="status" className="font-[560]">
          {label}
        </p>
        <Progress label={label} value={status === 'queued' ? null : shown.progress} />
        <p className="tabular-nums text-soft">{words.progress(created + updated + unchanged + refused)}</p>
        <p className="text-small text-soft">{hint}</p>
        <ActionButton variant="secondary" className="self-start" onClick={() => setIsAsking(true)}>
          {words.cancel}
        </ActionButton>
      </div>
      {status === 'running' && <ImportCounts counts={shown} />}
      {isAsking && (
        <ConfirmActionDialog
          title={words.confirmCancel}
          hint={words.confirmCancelHint}
          confirmLabel={words.cancel}
          cancelLabel={words.keep}
          onConfirm={async () => {
            await api(cancelProductImport, { params: { id: shown._id } });
            setIsAsking(false);
            toast.success(words.cancelled);
            await reload();
          }}
          close={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
