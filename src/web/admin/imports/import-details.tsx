/** One import of products, in whichever of its steps it is. */
import { useParams } from 'react-router';
import { isApiError } from '../../api.ts';
import { LinkButton } from '../../kit/button.tsx';
import { ImportIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { BackLink, DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { createTitleMeta } from '../../shared/meta.ts';
import { LoadFailed } from '../../shared/site-layout/error-page.tsx';
import { IMPORTS_PATH } from '../layout/nav-items.tsx';
import { formatDateTime } from '../parts/format-date.ts';
import { EndedImport } from './ended-import.tsx';
import { ImportSteps } from './import-steps.tsx';
import { productImport as words } from './messages.ts';
import { ReadyImport } from './ready-import.tsx';
import { RunningImport } from './running-import.tsx';
import { type Loaded, useImport } from './use-import.ts';

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
