/** Manufacturers and responsible persons: who made the shop's products, and who answers for their safety. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { nameCountry } from '../../../contract/countries.ts';
import { deleteSafetyContact, type ListedSafetyContact, type SafetyRole } from '../../../contract/safety.ts';
import { api } from '../../api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Link } from '../../kit/link.tsx';
import { TagIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader, focusHeading } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { createValidationError } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { ActionButton } from '../parts/controls.tsx';
import { ContactForm } from './contact-form.tsx';
import { safetyContacts as words } from './messages.ts';
import { useSafetyContacts } from './use-makers.ts';

export const meta = () => [{ title: words.title }];

const PRODUCTS = '/dashboard/admin/products';

function Uses({ contact: { key, products, brands, contacts } }: { contact: ListedSafetyContact }) {
  const others = [...(brands ? [words.brands(brands)] : []), ...(contacts ? [words.contacts(contacts)] : [])].join(', ');
  if (!products && !others) return <span className="text-soft">{words.unused}</span>;
  return (
    <>
      {products > 0 && (
        <Link to={`${PRODUCTS}?maker=${key}`} className="-my-1 inline-block py-1 whitespace-nowrap hover:underline">
          {words.products(products)}
        </Link>
      )}
      {others && <span className="block text-small text-soft">{others}</span>}
    </>
  );
}

export default function SafetyContactsPage() {
  const loaded = useSafetyContacts();
  /** A role: a new one. */
  const [edited, setEdited] = useState<ListedSafetyContact | SafetyRole | null>(null);
  const [deleted, setDeleted] = useState<ListedSafetyContact | null>(null);
  const persons = loaded.data?.contacts.filter(({ role }) => role === 'responsible_person') ?? [];
  const isNew = typeof edited === 'string';

  const columns: Column<ListedSafetyContact>[] = [
    {
      header: words.name,
      cell: ({ name, role, country }) => (
        <>
          <bdi className="block font-[560] wrap-anywhere">{name}</bdi>
          <span className="text-small font-normal text-soft">
            {words.roles[role]}, {nameCountry(country)}
          </span>
        </>
      ),
    },
    { header: words.usedBy, cell: (contact) => <Uses contact={contact} /> },
    {
      header: words.action,
      isEndAligned: true,
      cell: (contact) => (
        <span className="-mr-3 inline-flex gap-1">
          <ActionButton variant="quiet" size="small" aria-label={words.editContact(contact.name)} onClick={() => setEdited(contact)}>
            {words.edit}
          </ActionButton>
          <ActionButton
            variant="danger-quiet"
            size="small"
            aria-label={words.deleteContact(contact.name)}
            onClick={() => setDeleted(contact)}
          >
            {words.delete}
          </ActionButton>
        </span>
      ),
    },
  ];

  return (
    <div className="max-w-text">
      <DashboardHeader
        title={words.title}
        actions={
          <>
            <ActionButton variant="secondary" onClick={() => setEdited('responsible_person')}>
              {words.addPerson}
            </ActionButton>
            <ActionButton onClick={() => setEdited('manufacturer')}>{words.add}</ActionButton>
          </>
        }
      />
      <p className="-mt-2 mb-5 text-soft">{words.intro}</p>
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={4} />}>
        {({ contacts }) =>
          contacts.length ? (
            <>
              <DataTable caption={words.title} columns={columns} rows={contacts} getRowKey={({ _id }) => _id} />
              <Link to={`${PRODUCTS}?maker=missing`} className="mt-3 inline-flex min-h-10 items-center text-accent hover:underline">
                {words.missing}
              </Link>
            </>
          ) : (
            <EmptyState icon={<TagIcon size={22} />} title={words.none}>
              {words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
      {edited && (
        <Dialog
          title={edited === 'manufacturer' ? words.newTitle : isNew ? words.newPersonTitle : words.editTitle}
          close={() => setEdited(null)}
          closeLabel={common.close}
        >
          <ContactForm
            contact={isNew ? null : edited}
            role={isNew ? edited : edited.role}
            persons={persons}
            onSaved={() => {
              setEdited(null);
              void loaded.reload();
            }}
            onCancel={() => setEdited(null)}
          />
        </Dialog>
      )}
      {deleted && (
        <ConfirmActionDialog
          title={words.confirmDelete(deleted.name)}
          hint={words.confirmDeleteHint}
          confirmLabel={words.delete}
          onConfirm={async () => {
            const { success, message } = await api(deleteSafetyContact, { params: { id: deleted._id } });
            if (!success) throw createValidationError(message);
            toast.success(words.deleted);
            setDeleted(null);
            void loaded.reload().then(focusHeading);
          }}
          onError={() => toast.error(words.deleteFailed)}
          close={() => setDeleted(null)}
        />
      )}
    </div>
  );
}
