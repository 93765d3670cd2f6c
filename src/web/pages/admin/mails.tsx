import { useState } from 'react';
import { type Email, listEmails } from '../../../contract/report.ts';
import { AreaHead } from '../../components/area/area.tsx';
import { Loading } from '../../components/area/loading.tsx';
import { TableShape } from '../../components/area/shapes.tsx';
import { MAILS_PER_PAGE } from '../../constants.ts';
import { formatMoment } from '../../format-moment.ts';
import { adminArea, mails as words } from '../../messages.admin.ts';
import { spec } from '../../messages.ts';
import { EnvelopeIcon } from '../../ui/area-icons.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Blank } from '../../ui/blank.tsx';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { useLoad } from '../../use-load.ts';
import { usePage, usePages } from '../../use-page.ts';

export const meta = () => [{ title: `${adminArea.mails} – ${spec.title}` }];

const TONES: Record<Email['state'], BadgeTone> = { waiting: 'caution', sent: 'good', failed: 'accent' };

function State({ mail: { state, fault, tries } }: { mail: Email }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:justify-end">
      <Badge tone={TONES[state]}>{words.states[state]}</Badge>
      {fault && <span className="text-small text-soft">{words.tries(tries)}</span>}
    </span>
  );
}

const columnsOf = (read: (mail: Email) => void): Column<Email>[] => [
  { head: words.subject, cell: (mail) => <bdi className="line-clamp-3">{mail.subject}</bdi> },
  { head: words.recipient, cell: (mail) => <bdi className="line-clamp-3 wrap-anywhere">{mail.recipient}</bdi> },
  {
    head: words.written,
    cell: (mail) => (
      <time dateTime={mail.createdAt} className="figures">
        {formatMoment(mail.createdAt)}
      </time>
    ),
  },
  { head: words.state, cell: (mail) => <State mail={mail} /> },
  {
    head: words.text,
    isEnd: true,
    cell: (mail) => (
      <Button variant="secondary" size="small" aria-label={words.readLabel(mail.subject, mail.recipient)} onClick={() => read(mail)}>
        {words.read}
      </Button>
    ),
  },
];

/** The plain text: it says all that the HTML says, and nothing in it can act. */
function Letter({ mail, close }: { mail: Email; close: () => void }) {
  return (
    <Dialog title={mail.subject} close={close} closeLabel={words.close} shape="sheet">
      <dl className="mb-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
        <dt className="text-soft">{words.to}</dt>
        <dd className="wrap-anywhere">{mail.recipient}</dd>
        <dt className="text-soft">{words.written}</dt>
        <dd className="figures">{formatMoment(mail.createdAt)}</dd>
        <dt className="text-soft">{words.sent}</dt>
        <dd className="figures">{mail.sentAt ? formatMoment(mail.sentAt) : words.notSent}</dd>
      </dl>
      {mail.fault && <p className="mb-4 wrap-anywhere text-danger">{mail.fault}</p>}
      <p className="rounded-control bg-ground p-4 wrap-anywhere whitespace-pre-wrap">{mail.text}</p>
    </Dialog>
  );
}

export default function MailsPage() {
  const page = usePage();
  const [read, setRead] = useState<Email | null>(null);
  const loaded = useLoad(`mails ${page}`, (it, signal) => it(listEmails, { query: { page, limit: MAILS_PER_PAGE }, signal }));
  const pages = usePages(page, loaded.data);

  return (
    <>
      <AreaHead title={adminArea.mails} lead={loaded.data ? words.count(loaded.data.total) : loaded.error ? '\u00a0' : words.counting} />
      <Loading of={loaded} shape={<TableShape rows={10} />}>
        {({ mails, total }) =>
          total === 0 ? (
            <Blank icon={<EnvelopeIcon size={22} />} title={words.none}>
              {words.noneHint}
            </Blank>
          ) : (
            <>
              <DataTable caption={adminArea.mails} columns={columnsOf(setRead)} rows={mails} keyOf={(mail) => mail._id} />
              <Pagination label={words.pages} page={page} pages={pages} to={(it) => `?page=${it}`} />
            </>
          )
        }
      </Loading>
      {read && <Letter mail={read} close={() => setRead(null)} />}
    </>
  );
}
