/** The emails that the shop has sent, and what became of each. */
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Email, listEmails, resendEmail, resendFailedEmails } from '../../../contract/email.ts';
import { api } from '../../api.ts';
import { EMAILS_PER_PAGE } from '../../constants.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { EnvelopeIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Pagination } from '../../kit/pagination.tsx';
import { Badge, type BadgeTone } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { adminNav } from '../layout/messages.ts';
import { ActionButton, EmailText } from '../parts/controls.tsx';
import { useKeysetPagination, useKeysetQuery } from '../parts/list-controls.tsx';
import { ResendAll, useResendOne } from '../parts/resend.tsx';
import { formatDateTime } from '../parts/values.ts';
import { EmailTabs } from './email-tabs.tsx';
import { failedEmails, emails as words } from './messages.ts';

const TONES: Record<Email['state'], BadgeTone> = { waiting: 'caution', sent: 'good', saved: 'caution', failed: 'accent' };

function EmailStatus({ email: { state, fault, tries, isLinkEnded } }: { email: Email }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end">
      <Badge tone={TONES[state]}>{words.statuses[state]}</Badge>
      {fault && <span className="text-small text-soft">{isLinkEnded ? failedEmails.linkEnded : words.attempts(tries)}</span>}
    </span>
  );
}

const isResendable = ({ state, isLinkEnded }: Email) => state === 'failed' && !isLinkEnded;

interface ColumnActions {
  view: (email: Email) => void;
  resend: (id: string) => void;
  /** The one that is being sent again. */
  busyId: string | null;
}

const createColumns = ({ view, resend, busyId }: ColumnActions): Column<Email>[] => [
  { header: words.subject, cell: (email) => <bdi className="line-clamp-3">{email.subject}</bdi> },
  { header: words.recipient, cell: (email) => <EmailText email={email.recipient} /> },
  {
    header: words.queuedAt,
    cell: (email) => (
      <time dateTime={email.createdAt} className="tabular-nums">
        {formatDateTime(email.createdAt)}
      </time>
    ),
  },
  { header: words.status, cell: (email) => <EmailStatus email={email} /> },
  {
    header: words.body,
    isEndAligned: true,
    cell: (email) => (
      <span className="-my-0.5 inline-flex flex-wrap justify-end gap-2">
        {isResendable(email) && (
          <ActionButton
            variant="secondary"
            size="small"
            aria-label={failedEmails.resendLabel(email.subject, email.recipient)}
            busy={busyId === email._id}
            onClick={() => resend(email._id)}
          >
            {failedEmails.resend}
          </ActionButton>
        )}
        <Button variant="secondary" size="small" aria-label={words.viewLabel(email.subject, email.recipient)} onClick={() => view(email)}>
          {words.view}
        </Button>
      </span>
    ),
  },
];

/** Shows the plain text, not the HTML, so that nothing in an email can run here. */
function EmailDialog({ email, close }: { email: Email; close: () => void }) {
  return (
    <Dialog title={email.subject} close={close} closeLabel={words.close} variant="sheet">
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
        <dt className="text-soft">{words.to}</dt>
        <dd className="wrap-anywhere">{email.recipient}</dd>
        <dt className="text-soft">{words.queuedAt}</dt>
        <dd className="tabular-nums">{formatDateTime(email.createdAt)}</dd>
        <dt className="text-soft">{email.state === 'saved' ? words.savedAt : words.sentAt}</dt>
        <dd className="tabular-nums">{email.sentAt ? formatDateTime(email.sentAt) : words.notSent}</dd>
      </dl>
      {email.fault && <p className="mb-4 wrap-anywhere text-danger">{email.fault}</p>}
      <p className="rounded-control bg-ground p-4 wrap-anywhere whitespace-pre-wrap">{email.text}</p>
    </Dialog>
  );
}

export function EmailList() {
  const listQuery = useKeysetQuery();
  const isFailedOnly = useSearchParams()[0].get('state') === 'failed';
  const [viewedEmail, setViewedEmail] = useState<Email | null>(null);
  const loaded = useLoad(`emails ${isFailedOnly} ${JSON.stringify(listQuery)}`, async (it, signal) => {
    const found = await it(listEmails, {
      query: { ...listQuery, limit: EMAILS_PER_PAGE, ...(isFailedOnly && { state: 'failed' as const }) },
      signal,
    });
    return { ...found, ids: found.mails.map(({ _id }) => _id) };
  });
  const { reload } = loaded;
  const { busyId, resend } = useResendOne({ send: (id) => api(resendEmail, { params: { id } }), done: failedEmails.resent, reload });
  const { mails: shown = [], total: count = 0 } = loaded.data ?? {};
  const canResend = isFailedOnly && (shown.some(isResendable) || count > shown.length);
  const { pages, to } = useKeysetPagination(listQuery.page, loaded.data, (page) => `?${isFailedOnly ? 'state=failed&' : ''}page=${page}`);

  return (
    <>
      <DashboardHeader
        title={adminNav.emails}
        lead={loaded.data ? words.count(loaded.data) : loaded.error ? '\u00a0' : words.counting}
        actions={
          canResend && (
            <ResendAll
              label={failedEmails.resendAll}
              title={failedEmails.confirmAll}
              hint={failedEmails.confirmAllHint}
              send={async () => (await api(resendFailedEmails)).queued}
              done={failedEmails.allResent}
              reload={reload}
            />
          )
        }
      />
      <EmailTabs current={isFailedOnly ? 'failed' : 'all'} />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={10} />}>
        {({ mails, total }) =>
          total === 0 ? (
            <EmptyState icon={<EnvelopeIcon size={22} />} title={isFailedOnly ? words.noneFailed : words.none}>
              {isFailedOnly ? null : words.noneHint}
            </EmptyState>
          ) : (
            <>
              <DataTable
                caption={adminNav.emails}
                columns={createColumns({ view: setViewedEmail, resend, busyId })}
                rows={mails}
                getRowKey={(email) => email._id}
              />
              <Pagination label={words.pages} page={listQuery.page} pages={pages} to={to} />
            </>
          )
        }
      </AsyncContent>
      {viewedEmail && <EmailDialog email={viewedEmail} close={() => setViewedEmail(null)} />}
    </>
  );
}
