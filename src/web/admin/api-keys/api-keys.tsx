/** The keys by which other programs call the shop. Owners see, create and end them. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type ApiKey, endApiKey, listApiKeys } from '../../../contract/api-key.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { KeyIcon } from '../../kit/nav-icons.tsx';
import { EmptyState } from '../../kit/notice.tsx';
import { AsyncContent, TableSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { DashboardHeader } from '../../shared/dashboard-layout/dashboard-layout.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { OwnerPage } from '../team/team-role.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { apiKeys as words } from './messages.ts';

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
