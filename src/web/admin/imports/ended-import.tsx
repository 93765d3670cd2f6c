/** The result of an import that has ended. */
import { useState } from 'react';
import { startProductImport } from '../../../contract/product-import.ts';
import type { ImportError, ImportNotice, ProductImport } from '../../../contract/product-import-fields.ts';
import { api } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { common } from '../../shared/messages/common.ts';
import { IMPORTS_PATH } from '../layout/nav-items.tsx';
import { ActionButton } from '../parts/action-button.tsx';
import { ErrorList } from './error-list.tsx';
import { ImportCounts } from './import-steps.tsx';
import { productImport as words } from './messages.ts';
import { NoticeList } from './notice-list.tsx';
import type { Loaded } from './use-import.ts';

interface EndedImportProps {
  shown: ProductImport;
  errors: ImportError[];
  errorCount: number;
  notices: ImportNotice[];
  noticeCounts: Loaded['noticeCounts'];
  reload: () => Promise<void>;
}

function describeEnd(shown: ProductImport): string {
  if (shown.status === 'cancelled') return shown.startedAt ? words.wasCancelled : words.discarded;
  return shown.problem ?? words.done(shown);
}

export function EndedImport({ shown, errors, errorCount, notices, noticeCounts, reload }: EndedImportProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const wasStarted = shown.startedAt !== null;
  const resume = async () => {
    setIsBusy(true);
    try {
      await api(startProductImport, { params: { id: shown._id } });
      await reload();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : common.serverError);
    }
    setIsBusy(false);
  };
  return (
    <div className="flex flex-col gap-6">
      <p role="status" className="text-large font-[560] wrap-anywhere">
        {describeEnd(shown)}
      </p>
      {wasStarted && <ImportCounts counts={shown} />}
      <div className="flex flex-wrap gap-3">
        {shown.status === 'failed' && shown.hasFile && (
          <ActionButton busy={isBusy} onClick={() => void resume()}>
            {words.resume}
          </ActionButton>
        )}
        {wasStarted && (
          <LinkButton to="/dashboard/admin/products" variant={shown.status === 'failed' ? 'secondary' : 'primary'}>
            {words.viewProducts}
          </LinkButton>
        )}
        <LinkButton to={IMPORTS_PATH} variant="secondary">
          {words.another}
        </LinkButton>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {failure}
      </p>
      {wasStarted && <ErrorList shown={shown} errors={errors} errorCount={errorCount} />}
      {wasStarted && <NoticeList id={shown._id} notices={notices} counts={noticeCounts} />}
      {!shown.hasFile && shown.refused > 0 && <p className="text-soft">{words.fileGone}</p>}
    </div>
  );
}
