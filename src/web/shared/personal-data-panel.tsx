/** Downloads a copy of a person's data, and deletes their account. */
import { type ReactNode, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Panel } from '../kit/panel.tsx';
import { ConfirmActionDialog } from './forms/confirm-action-dialog.tsx';
import { DownloadButton } from './forms/copy-and-download.tsx';
import { useRefusal } from './hooks/use-form.ts';
import { privacy as words } from './messages/account.ts';

interface PersonalDataPanelProps {
  title: string;
  hint: string;
  /** On the button, and the name of the file that it saves. */
  download: string;
  fileName: string;
  load: () => Promise<{ data: object }>;
  /** The question before it is deleted. */
  question: string;
  questionHint: string;
  deleteLabel?: string;
  onDelete: () => Promise<void>;
  /** Shown instead of the delete button: why the account can't be deleted. */
  notDeletable?: ReactNode;
}

const toFile = ({ data }: { data: object }) => new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });

export function PersonalDataPanel(props: PersonalDataPanelProps) {
  const { title, hint, download, fileName, load, question, questionHint, deleteLabel = words.delete, onDelete, notDeletable } = props;
  const refusal = useRefusal();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Panel title={title} hint={hint}>
      <div className="flex flex-wrap gap-2">
        <DownloadButton fileName={fileName} load={async () => toFile(await load())}>
          {download}
        </DownloadButton>
        {!notDeletable && (
          <Button variant="danger-quiet" disabled={refusal !== null} onClick={() => setIsAsking(true)}>
            {deleteLabel}
          </Button>
        )}
      </div>
      {(notDeletable ?? refusal) && <p className="mt-3 text-small text-soft">{notDeletable ?? refusal}</p>}
      {isAsking && (
        <ConfirmActionDialog
          title={question}
          hint={questionHint}
          confirmLabel={deleteLabel}
          onConfirm={onDelete}
          close={() => setIsAsking(false)}
        />
      )}
    </Panel>
  );
}
