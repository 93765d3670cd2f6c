/** The keys by which other programs call the shop. Owners see, create and revoke them. */

import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { API_KEY_SCOPES } from '../../../contract/endpoint.ts';
import { API_KEY_NAME_MAX_LENGTH } from '../../../contract/limits.ts';
import { type ApiKey, createApiKey, endApiKey, listApiKeys } from '../../../contract/team.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { KeyIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { Badge, type BadgeTone } from '../../kit/status.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { formatDate } from '../../shared/format.ts';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { createIssue, createValidationError, readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { CheckboxGroup, ShownOnce } from '../parts/controls.tsx';
import { OwnerPage } from '../team/team-role.tsx';
import { apiKeys as words } from './messages.ts';

const TONES: Record<ApiKey['status'], BadgeTone> = { active: 'good', expired: 'quiet', paused: 'caution' };

interface KeyTableProps {
  keys: ApiKey[];
  revoke: (key: ApiKey) => void;
}

const createColumns = (revoke: KeyTableProps['revoke']): Column<ApiKey>[] => [
  {
    header: words.name,
    cell: ({ name, prefix }) => (
      <span className="block min-w-36">
        <bdi className="line-clamp-2 wrap-anywhere">{name}</bdi>
        <span className="text-small font-normal text-soft tabular-nums">{`${prefix}…`}</span>
      </span>
    ),
  },
  { header: words.scopes, cell: ({ scopes }) => scopes.map((it) => words.scopeTexts[it].name).join(', ') },
  {
    header: words.status,
    cell: ({ status, by }) => (
      <span className="inline-flex flex-col items-start gap-1 max-sm:items-end">
        <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
        {status === 'paused' && <span className="line-clamp-3 text-small text-soft">{words.paused(by)}</span>}
      </span>
    ),
  },
  {
    header: words.createdBy,
    cell: ({ by, createdAt }) => (
      <span>
        <bdi className="line-clamp-2 wrap-anywhere">{by}</bdi>
        <span className="text-small text-soft">{formatDate(createdAt)}</span>
      </span>
    ),
  },
  { header: words.lastUsed, cell: ({ usedAt }) => (usedAt ? formatDate(usedAt) : words.neverUsed) },
  { header: words.expiry, cell: ({ expiresAt }) => (expiresAt ? formatDate(expiresAt) : words.neverExpires) },
  {
    header: words.action,
    isEndAligned: true,
    cell: (key) => (
      <Button variant="danger-quiet" size="small" aria-label={words.revokeLabel(key.name)} onClick={() => revoke(key)}>
        {words.revoke}
      </Button>
    ),
  },
];

const KeyTable = ({ keys, revoke }: KeyTableProps) => (
  <DataTable caption={words.title} columns={createColumns(revoke)} rows={keys} getRowKey={({ _id }) => _id} />
);

/** Creates a key, then shows it, which is possible only once. */
interface CreateKeyDialogProps {
  onCreated: () => Promise<void>;
  close: () => void;
}

function CreateKeyDialog({ onCreated, close }: CreateKeyDialogProps) {
  const [key, setKey] = useState<string | null>(null);
  const handleCreated = async (created: string) => {
    setKey(created);
    await onCreated();
  };
  return (
    <Dialog title={key ? words.createdTitle : words.create} close={close} closeLabel={common.close}>
      {key ? <CreatedKey value={key} close={close} /> : <CreateKeyForm onCreated={handleCreated} />}
    </Dialog>
  );
}

function CreateKeyForm({ onCreated }: { onCreated: (key: string) => Promise<void> }) {
  const form = useForm({
    onSubmit: async (values) => {
      const scopes = API_KEY_SCOPES.filter((it) => values.getAll('scopes').includes(it));
      if (scopes.length === 0) throw createValidationError(words.scopes, [createIssue('scopes', 'required')]);
      const days = Number(readField(values, 'expiresInDays'));
      const body = { name: readField(values, 'name'), scopes, ...(days > 0 && { expiresInDays: days }) };
      await onCreated((await api(createApiKey, { body })).key);
      return 'leave';
    },
  });
  return (
    <Form state={form}>
      <TextField
        label={words.name}
        name="name"
        hint={words.nameHint}
        error={form.errors.name}
        required
        maxLength={API_KEY_NAME_MAX_LENGTH}
        autoComplete="off"
      />
      <CheckboxGroup
        legend={words.scopes}
        name="scopes"
        error={form.errors.scopes}
        options={API_KEY_SCOPES.map((scope) => ({
          value: scope,
          label: (
            <>
              <span className="block font-[560]">{words.scopeTexts[scope].name}</span>
              <span className="block text-small text-soft">{words.scopeTexts[scope].hint}</span>
            </>
          ),
        }))}
      />
      <SelectField label={words.expiry} name="expiresInDays" defaultValue="365" error={form.errors.expiresInDays}>
        {Object.entries(words.expiryChoices).map(([days, label]) => (
          <option key={days} value={days}>
            {label}
          </option>
        ))}
      </SelectField>
      <SubmitButton state={form}>{words.create}</SubmitButton>
    </Form>
  );
}

const CreatedKey = ({ value, close }: { value: string; close: () => void }) => (
  <ShownOnce value={value} hint={words.createdHint} close={close}>
    <div>
      <p className="text-small text-soft">{words.usageLabel}</p>
      <code className="mt-1 block text-small wrap-anywhere">{words.usage(`${value.slice(0, 13)}…`)}</code>
    </div>
  </ShownOnce>
);

export const meta = createTitleMeta(words.title);

export default function ApiKeysPage() {
  return (
    <OwnerPage title={words.title} icon={<KeyIcon size={22} />}>
      <ApiKeys />
    </OwnerPage>
  );
}

function ApiKeys() {
  const [isCreating, setIsCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const loaded = useLoad('api-keys', (it, signal) => it(listApiKeys, { signal }));
  const handleRevoke = async ({ _id, name }: ApiKey) => {
    await api(endApiKey, { params: { id: _id } });
    setRevoking(null);
    toast.success(words.revoked(name));
    await loaded.reload();
  };
  return (
    <div className="max-w-[64rem]">
      <DashboardHeader
        title={words.title}
        lead={words.lead}
        actions={<Button onClick={() => setIsCreating(true)}>{words.create}</Button>}
      />
      <AsyncContent state={loaded} skeleton={<TableSkeleton rows={3} />}>
        {({ keys }) =>
          keys.length ? (
            <KeyTable keys={keys} revoke={setRevoking} />
          ) : (
            <EmptyState icon={<KeyIcon size={22} />} title={words.none}>
              {words.noneHint}
            </EmptyState>
          )
        }
      </AsyncContent>
      <p className="mt-4 text-small text-soft">
        <a className="underline underline-offset-4 hover:text-ink" href="/api/docs">
          {words.docs}
        </a>
      </p>
      {isCreating && <CreateKeyDialog onCreated={loaded.reload} close={() => setIsCreating(false)} />}
      {revoking && (
        <ConfirmActionDialog
          title={words.confirmRevoke(revoking.name)}
          hint={words.confirmRevokeHint}
          confirmLabel={words.revoke}
          onConfirm={() => handleRevoke(revoking)}
          close={() => setRevoking(null)}
        />
      )}
    </div>
  );
}
