/** One import, in whichever of its steps it is. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useParams } from 'react-router';
import { cancelProductImport, inviteImportedCustomers, startProductImport } from '../../../contract/product-import.ts';
import type { ImportError, ImportNotice, ProductImport } from '../../../contract/product-import-fields.ts';
import { api, isApiError } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { ImportIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Progress } from '../../kit/status.tsx';
import { TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { common } from '../../shared/messages/common.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { LoadFailed } from '../../shared/site-layout/error-page.tsx';
import { chooseProductsView } from '../../state/admin-area.ts';
import { IMPORTS_PATH } from '../layout/nav-items.tsx';
import { ActionButton } from '../parts/controls.tsx';
import { formatDateTime } from '../parts/values.ts';
import { NewFields } from './column-table.tsx';
import { columnWords } from './column-words.ts';
import { ErrorList, ImportCounts, ImportSteps, type Loaded, useImport } from './import-steps.tsx';
import { productImport as words } from './messages.ts';
import { NoticeList } from './notice-list.tsx';
import { ReadyImport } from './ready-import.tsx';

/** A file that is being checked or imported: its progress, and a button to cancel. */
const LABELS = {
  checking: [words.checking, words.checkingHint],
  queued: [words.queued, words.queuedHint],
  running: [words.running, words.runningHint],
} as const;

function RunningImport({ shown, status, reload }: { shown: ProductImport; status: keyof typeof LABELS; reload: () => Promise<void> }) {
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
        <p className="tabular-nums text-soft">{words.progress(created + updated + unchanged + refused, shown.kind)}</p>
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

/** The result of an import that has ended. */
interface EndedImportProps {
  shown: ProductImport;
  errors: ImportError[];
  errorCount: number;
  notices: ImportNotice[];
  noticeCounts: Loaded['noticeCounts'];
  reload: () => Promise<void>;
}

/** Where what was imported is listed. */
const PLACES: Record<NonNullable<ProductImport['kind']>, string> = {
  products: '/dashboard/admin/products',
  customers: '/dashboard/admin/users',
  orders: '/dashboard/admin/orders/imported',
  codes: '/dashboard/admin/codes',
  pages: '/dashboard/admin/pages',
  redirects: '/dashboard/admin/redirects',
};

/** Sends each imported customer an email, after asking once more: it can't be taken back. */
function InviteCustomers({ id, count, reload }: { id: string; count: number; reload: () => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <ActionButton variant="secondary" onClick={() => setIsAsking(true)}>
        {words.invite(count)}
      </ActionButton>
      {isAsking && (
        <ConfirmActionDialog
          title={words.confirmInvite(count)}
          hint={words.inviteHint}
          confirmLabel={words.invite(count)}
          isDestructive={false}
          onConfirm={async () => {
            const { invited, lastAt } = await api(inviteImportedCustomers, { params: { id } });
            setIsAsking(false);
            toast.success(words.invited(invited, lastAt && formatDateTime(lastAt)));
            await reload();
          }}
          close={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function describeEnd(shown: ProductImport): string {
  if (shown.status === 'cancelled') return shown.startedAt ? words.wasCancelled : words.discarded;
  return shown.problem ?? words.done(shown);
}

function EndedImport({ shown, errors, errorCount, notices, noticeCounts, reload }: EndedImportProps) {
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
          <LinkButton to={PLACES[shown.kind ?? 'products']} variant={shown.status === 'failed' ? 'secondary' : 'primary'}>
            {words.view[shown.kind ?? 'products']}
          </LinkButton>
        )}
        {shown.invitable ? <InviteCustomers id={shown._id} count={shown.invitable} reload={reload} /> : null}
        {wasStarted && noticeCounts.some(({ kind }) => kind === 'no_image') && (
          <LinkButton to="/dashboard/admin/products?image=missing" variant="secondary" onClick={() => chooseProductsView('table')}>
            {words.viewImageless}
          </LinkButton>
        )}
        <LinkButton to={IMPORTS_PATH} variant="secondary">
          {words.another}
        </LinkButton>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {failure}
      </p>
      {wasStarted && <NewFields shown={shown} hint={columnWords.madeFieldsHint} />}
      {wasStarted && <ErrorList shown={shown} errors={errors} errorCount={errorCount} />}
      {wasStarted && <NoticeList id={shown._id} notices={notices} counts={noticeCounts} />}
      {!shown.hasFile && shown.refused > 0 && <p className="text-soft">{words.fileGone}</p>}
    </div>
  );
}

export const meta = createTitleMeta(words.title);

export default function ImportPage() {
  const { id = '' } = useParams();
  // The key resets all state when the page changes to another import.
  return <ImportDetails key={id} id={id} />;
}

function ImportDetails({ id }: { id: string }) {
  const { data, error, reload } = useImport(id);
  const shown = data?.import;
  const isNotFound = isApiError(error) && [400, 404].includes(error.status);
  return (
    <>
      <BackLink to={IMPORTS_PATH}>{words.back}</BackLink>
      <DashboardHeader
        title={shown?.fileName ?? words.title}
        lead={shown ? words.line(words.size(shown.size), shown.by, formatDateTime(shown.createdAt)) : '\u00a0'}
      />
      {isNotFound && (
        <EmptyState
          icon={<ImportIcon size={22} />}
          title={words.notFound}
          actions={<LinkButton to={IMPORTS_PATH}>{words.back}</LinkButton>}
          isAlert
        />
      )}
      {/* What was loaded before stays while the network is away. */}
      {error !== null && !isNotFound && !data && <LoadFailed error={error} retry={() => void reload()} />}
      {!data && error === null && <TableSkeleton rows={6} />}
      {data && !isNotFound && <ImportStep {...data} reload={reload} />}
    </>
  );
}

function ImportStep({ import: shown, errors, errorCount, notices, noticeCounts, reload }: Loaded & { reload: () => Promise<void> }) {
  const { status } = shown;
  const props = { shown, errors, errorCount, notices, noticeCounts, reload };
  return (
    <>
      <ImportSteps status={status} />
      {(status === 'checking' || status === 'queued' || status === 'running') && (
        <RunningImport shown={shown} status={status} reload={reload} />
      )}
      {status === 'ready' && <ReadyImport {...props} />}
      {(status === 'done' || status === 'cancelled' || status === 'failed') && <EndedImport {...props} />}
    </>
  );
}
