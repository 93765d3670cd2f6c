/** Settings → Custom fields: those of each kind of thing, in their order. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import {
  type CustomField,
  deleteCustomField,
  FIELD_OWNERS,
  type FieldOwner,
  listCustomFields,
  orderCustomFields,
  readFieldUsage,
} from '../../../contract/custom-fields.ts';
import { isAtLeast } from '../../../contract/endpoint.ts';
import { api } from '../../api.ts';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { ActionButton } from '../parts/controls.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { useTeamRole } from '../team/team-role.tsx';
import { FieldDialog } from './field-dialog.tsx';
import { customFields as words } from './messages.ts';

export const meta = createTitleMeta(words.title);

interface Edited {
  owner: FieldOwner;
  field: CustomField | null;
}

export default function CustomFieldsPage() {
  const loaded = useLoad('custom fields', (it, signal) => it(listCustomFields, { signal }));
  const [edited, setEdited] = useState<Edited | null>(null);
  const [deleted, setDeleted] = useState<CustomField | null>(null);
  return (
    <SettingsPage title={words.title} lead={words.lead}>
      <AsyncContent
        state={loaded}
        skeleton={
          <PanelSkeleton className="h-96">
            <FieldsSkeleton fields={3} />
          </PanelSkeleton>
        }
      >
        {({ fields }) => (
          <div className="grid gap-4">
            {FIELD_OWNERS.map((owner) => (
              <Panel
                key={owner}
                title={words.owners[owner]}
                action={
                  <ActionButton
                    variant="secondary"
                    size="small"
                    aria-label={words.addTo(owner)}
                    onClick={() => setEdited({ owner, field: null })}
                  >
                    {words.add}
                  </ActionButton>
                }
              >
                <FieldList
                  fields={fields.filter((it) => it.owner === owner)}
                  onEdit={(field) => setEdited({ owner, field })}
                  onDelete={setDeleted}
                  reload={loaded.reload}
                />
              </Panel>
            ))}
          </div>
        )}
      </AsyncContent>
      {edited && (
        <FieldDialog
          {...edited}
          close={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            void loaded.reload();
          }}
        />
      )}
      {deleted && (
        <DeleteDialog
          field={deleted}
          close={() => setDeleted(null)}
          onDeleted={() => {
            setDeleted(null);
            void loaded.reload();
          }}
        />
      )}
    </SettingsPage>
  );
}

/** Says how much goes with it. */
function DeleteDialog({ field, close, onDeleted }: { field: CustomField; close: () => void; onDeleted: () => void }) {
  const params = { id: field._id };
  const usage = useLoad(`usage of field ${field._id}`, (it, signal) => it(readFieldUsage, { params, signal }));
  return (
    <ConfirmActionDialog
      title={words.confirmDelete(field.name)}
      hint={usage.data ? words.deleteHint(field.owner, usage.data.values, usage.data.collections) : words.counting}
      confirmLabel={words.delete}
      onConfirm={async () => {
        await api(deleteCustomField, { params });
        toast.success(words.deleted);
        onDeleted();
      }}
      close={close}
    />
  );
}

interface FieldListProps {
  fields: CustomField[];
  onEdit: (field: CustomField) => void;
  onDelete: (field: CustomField) => void;
  reload: () => Promise<void>;
}

function FieldList({ fields, onEdit, onDelete, reload }: FieldListProps) {
  const role = useTeamRole();
  if (!fields.length) return <p className="text-small text-soft">{words.none}</p>;
  return (
    <ul className="-my-2 divide-y divide-line">
      {fields.map((field) => (
        <li key={field._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
          <div className="min-w-40 grow basis-0">
            <bdi className="font-[560] wrap-anywhere">{field.name}</bdi>
            <p className="text-small text-soft">
              {[words.types[field.type], words.keyOf(field.key), field.isVisible && words.isVisible, field.isFilter && words.isFilter]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <div className="flex items-center">
            <OrderButtons field={field} fields={fields} reload={reload} />
            <ActionButton variant="quiet" size="small" aria-label={words.editLabel(field.name)} onClick={() => onEdit(field)}>
              {words.edit}
            </ActionButton>
            {role && isAtLeast(role, 'owner') && (
              <ActionButton variant="danger-quiet" size="small" aria-label={words.deleteLabel(field.name)} onClick={() => onDelete(field)}>
                {words.delete}
              </ActionButton>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Buttons that a keyboard and a finger can use. */
function OrderButtons({ field, fields, reload }: Pick<FieldListProps, 'fields' | 'reload'> & { field: CustomField }) {
  const [isBusy, setIsBusy] = useState(false);
  if (fields.length < 2) return null;
  const place = fields.indexOf(field);
  const move = async (change: -1 | 1) => {
    const ids = fields.map(({ _id }) => _id).filter((id) => id !== field._id);
    setIsBusy(true);
    try {
      await api(orderCustomFields, { body: { owner: field.owner, ids: ids.toSpliced(place + change, 0, field._id) } });
      toast(words.moved(field.name, place + change + 1, fields.length));
      await reload();
    } catch {
      toast.error(words.notMoved);
    }
    setIsBusy(false);
  };
  return ([-1, 1] as const).map((change) => (
    <ActionButton
      key={change}
      variant="quiet"
      size="small"
      aria-label={change < 0 ? words.moveUp(field.name) : words.moveDown(field.name)}
      disabled={!fields[place + change]}
      // While it is busy nothing is disabled, so that the keyboard's focus stays.
      onClick={() => {
        if (!isBusy) void move(change);
      }}
    >
      <ChevronIcon className={change < 0 ? 'rotate-180' : ''} />
    </ActionButton>
  ));
}
