import { type ReactNode, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import type { Customer, CustomerNote, CustomerOrder } from '../../../../contract/account.ts';
import { addNote, type CustomerDetails, deleteNote } from '../../../../contract/customer.ts';
import { NOTE_MAX_LENGTH } from '../../../../contract/limits.ts';
import { eraseCustomer, exportCustomerData } from '../../../../contract/privacy.ts';
import { api } from '../../../api.ts';
import { type Column, DataTable } from '../../../kit/data-table.tsx';
import { TextArea } from '../../../kit/field.tsx';
import { Link } from '../../../kit/link.tsx';
import { Panel } from '../../../kit/panel.tsx';
import { Badge } from '../../../kit/status.tsx';
import { formatDate, formatPrice } from '../../../shared/format.ts';
import { ConfirmActionDialog } from '../../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../../shared/forms/form.tsx';
import { readField, useForm } from '../../../shared/hooks/use-form.ts';
import { privacy } from '../../../shared/messages/account.ts';
import { OrderStatus } from '../../../shared/orders/order-status.tsx';
import { PersonalDataPanel } from '../../../shared/personal-data-panel.tsx';
import { OrderLink } from '../../orders/order-links.tsx';
import { ActionButton } from '../../parts/controls.tsx';
import { formatDateTime } from '../../parts/values.ts';
import { OwnerOnly } from '../../team/team-role.tsx';
import { users as listWords, customer as words } from '../messages.ts';

/** How a customer is reached, and where to ship to. Names and addresses can have any length and direction. */
export function EmailItem({ email }: { email: string }) {
  return (
    <DetailItem name={listWords.email}>
      <a
        href={`mailto:${encodeURIComponent(email)}`}
        className="inline-flex min-h-6 items-center wrap-anywhere text-accent hover:underline"
      >
        {email}
      </a>
    </DetailItem>
  );
}

export function CustomerContact({ customer: { email, phone, address, addresses } }: { customer: Customer }) {
  return (
    <Panel title={words.contact}>
      <dl className="-mt-2 grid gap-3">
        <EmailItem email={email} />
        <DetailItem name={listWords.phone}>{phone || '–'}</DetailItem>
        <DetailItem name={words.profileAddress}>{address || '–'}</DetailItem>
        <DetailItem name={words.addresses}>
          {addresses.length === 0 && words.noAddresses}
          <ul className="grid gap-3">
            {addresses.map(({ _id, text, isDefault }) => (
              <li key={_id} dir="auto" className="line-clamp-8">
                {text}
                {isDefault && (
                  <span className="ml-2">
                    <Badge>{words.defaultAddress}</Badge>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </DetailItem>
      </dl>
    </Panel>
  );
}

export function DetailItem({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-soft">{name}</dt>
      <dd dir="auto" className="text-left whitespace-pre-line">
        {children}
      </dd>
    </div>
  );
}

/** For customers who ask for their data, or to be erased. */
export function CustomerData({ customer: { _id, name, role } }: { customer: Customer }) {
  const navigate = useNavigate();
  const params = { id: _id };

  const deleteCustomer = async () => {
    await api(eraseCustomer, { params });
    toast.success(privacy.customerDeleted);
    await navigate('/dashboard/admin/users', { replace: true });
  };

  return (
    <OwnerOnly>
      <PersonalDataPanel
        title={privacy.customerData}
        hint={privacy.customerDataHint}
        download={privacy.downloadCustomer}
        fileName={privacy.customerFileName}
        load={() => api(exportCustomerData, { params })}
        question={privacy.confirmDeleteCustomer(name)}
        questionHint={privacy.confirmDeleteCustomerHint}
        onDelete={deleteCustomer}
        notDeletable={role === 1 ? words.teamHint : undefined}
      />
    </OwnerOnly>
  );
}

/** What the team writes down about a customer: newest first, each with who and when. */
export function CustomerNotes({ customer: { _id, notes }, reload }: { customer: CustomerDetails; reload: () => Promise<void> }) {
  const [deleted, setDeleted] = useState<CustomerNote | null>(null);
  const form = useForm({
    onSubmit: async (values) => {
      await api(addNote, { params: { id: _id }, body: { text: readField(values, 'text') } });
      form.ref.current?.reset();
      toast.success(words.noteAdded);
      await reload();
      return 'stay';
    },
  });
  const handleDelete = async () => {
    if (deleted) await api(deleteNote, { params: { id: _id, note: deleted._id } });
    setDeleted(null);
    toast.success(words.noteDeleted);
    await reload();
  };

  return (
    <Panel title={words.notes} hint={words.notesHint}>
      <Form state={form} className="gap-3">
        <TextArea label={words.note} name="text" error={form.errors.text} rows={2} required maxLength={NOTE_MAX_LENGTH} />
        <div>
          <SubmitButton state={form} variant="secondary">
            {words.addNote}
          </SubmitButton>
        </div>
      </Form>
      {notes.length === 0 && <p className="mt-4 text-soft">{words.noNotes}</p>}
      <ul className="mt-2 divide-y divide-line">
        {notes.map((note) => (
          <Note key={note._id} note={note} onDelete={() => setDeleted(note)} />
        ))}
      </ul>
      {deleted && (
        <ConfirmActionDialog
          title={words.confirmDeleteNote}
          hint={words.confirmDeleteNoteHint}
          confirmLabel={words.deleteNote}
          onConfirm={handleDelete}
          close={() => setDeleted(null)}
        />
      )}
    </Panel>
  );
}

function Note({ note: { by, text, createdAt }, onDelete }: { note: CustomerNote; onDelete: () => void }) {
  const at = formatDateTime(createdAt);
  return (
    <li className="py-3">
      <p dir="auto" className="text-left wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-small text-soft">
        <span className="tabular-nums">{words.noteBy(by, at)}</span>
        <ActionButton variant="danger-quiet" size="small" aria-label={words.deleteNoteLabel(by, at)} onClick={onDelete}>
          {words.deleteNote}
        </ActionButton>
      </div>
    </li>
  );
}

/** What a customer bought and spent; beside it what guests with the same email bought. */
const COLUMNS: Column<CustomerOrder>[] = [
  { header: words.order, cell: (order) => <OrderLink order={order} /> },
  { header: words.placed, cell: (order) => <time dateTime={order.createdAt}>{formatDate(order.createdAt)}</time> },
  { header: words.status, cell: (order) => <OrderStatus {...order} /> },
  { header: words.total, isEndAligned: true, cell: (order) => formatPrice(order.total, order.currency) },
];

const OrderTable = ({ title, orders }: { title: string; orders: CustomerOrder[] }) => (
  <DataTable caption={title} columns={COLUMNS} rows={orders} getRowKey={(order) => order._id} narrowLayout="list" isInPanel />
);

export function CustomerOrders({ customer: { email, orders, spent, latestOrders, account } }: { customer: CustomerDetails }) {
  const guestOrders = account?.guestOrders ?? [];
  return (
    <>
      <dl className="grid grid-cols-2 gap-4">
        <Sum name={words.spent} value={formatPrice(spent)} />
        <Sum name={words.orderCount} value={String(orders)} />
      </dl>
      <Panel
        title={words.latestOrders}
        action={
          orders > latestOrders.length + guestOrders.length && (
            <Link to={`/dashboard/admin/orders?keyword=${encodeURIComponent(email)}`} className="py-0.5 text-accent hover:underline">
              {words.allOrders}
            </Link>
          )
        }
      >
        {latestOrders.length ? (
          <OrderTable title={words.latestOrders} orders={latestOrders} />
        ) : (
          <p className="text-soft">{words.noOrders}</p>
        )}
      </Panel>
      {guestOrders.length > 0 && (
        <Panel title={words.guestOrders} hint={words.guestOrdersHint}>
          <OrderTable title={words.guestOrders} orders={guestOrders} />
        </Panel>
      )}
    </>
  );
}

function Sum({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-raised p-4 sm:p-5">
      <dt className="text-small text-soft">{name}</dt>
      <dd className="tabular-nums text-title font-[640]">{value}</dd>
    </div>
  );
}
