/** The shop's public address: found by the owner's own request, confirmed, and checked by a call of the shop to itself. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { type AddressConnection, connectAddress, disconnectAddress, readAddressConnection } from '../../../contract/connections.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { AsyncContent, FieldsSkeleton, PanelSkeleton } from '../../shared/dashboard-layout/async-content.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { EditConflictPanel } from '../../shared/forms/edit-conflict.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { createTitleMeta } from '../../shared/meta.ts';
import { useRevalidateShop, useVersionedForm } from '../parts/use-versioned-form.ts';
import { domain as words } from './connection-messages.ts';
import { settingsMenu } from './menu-messages.ts';
import { OwnerSettingsPage, ServerPanel } from './settings-page.tsx';

export const meta = createTitleMeta(settingsMenu.domain);

export default function DomainPage() {
  return (
    <OwnerSettingsPage title={settingsMenu.domain} lead={words.lead}>
      <Domain />
    </OwnerSettingsPage>
  );
}

function Domain() {
  const loaded = useLoad('address connection', (it, signal) => it(readAddressConnection, { signal }));
  return (
    <AsyncContent
      state={loaded}
      skeleton={
        <PanelSkeleton className="h-60">
          <FieldsSkeleton fields={1} />
        </PanelSkeleton>
      }
    >
      {({ connection }) =>
        connection.source === 'server' ? (
          <ServerPanel title={words.title} hasSaved={false}>
            <bdi>{connection.url}</bdi>
          </ServerPanel>
        ) : (
          <Panel title={words.title}>
            <AddressForm key={connection.url} loaded={connection} reload={loaded.reload} />
          </Panel>
        )
      }
    </AsyncContent>
  );
}

type Loaded = { connection: AddressConnection };

/** A browser behind a proxy knows better than the server whether it is https. */
const findAddress = ({ url, suggested }: AddressConnection) => url ?? (typeof window === 'undefined' ? suggested : window.location.origin);

function read(values: FormData) {
  const url = readField(values, 'url').trim();
  return { typed: { url }, save: (version: number) => api(connectAddress, { body: { url, version } }) };
}

function AddressForm({ loaded, reload }: { loaded: AddressConnection; reload: () => Promise<void> }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const revalidate = useRevalidateShop();
  /** Pages say whether emails have links. */
  const refresh = async () => {
    await reload();
    await revalidate();
  };
  const { form, edit, keyOf, text } = useVersionedForm<Loaded>({
    loaded: { connection: loaded },
    toSnapshot: ({ connection }) => ({ version: connection.version, values: { url: findAddress(connection) } }),
    fields: { url: { label: words.url } },
    read,
    saved: words.saved,
    failed: words.saveFailed,
    onSaved: () => void refresh(),
  });
  const remove = async () => {
    await api(disconnectAddress, { body: {} });
    setIsRemoving(false);
    toast.success(words.disconnected);
    await refresh();
  };
  return (
    <>
      {!loaded.url && <p className="mb-4">{words.none}</p>}
      <Form state={form}>
        <EditConflictPanel conflict={edit} />
        <TextField
          key={keyOf('url')}
          {...text('url')}
          label={words.url}
          hint={loaded.url ? words.urlHint : `${words.found} ${words.urlHint}`}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="off"
          maxLength={300}
          required
        />
        {loaded.url?.startsWith('http:') && <p className="-mt-2 text-small text-caution">{words.insecure}</p>}
        <div className="flex flex-wrap gap-3">
          <SubmitButton state={form}>{words.save}</SubmitButton>
          {loaded.url && (
            <Button variant="danger-quiet" className="min-h-11" onClick={() => setIsRemoving(true)}>
              {words.disconnect}
            </Button>
          )}
        </div>
      </Form>
      {isRemoving && (
        <ConfirmActionDialog
          title={words.confirmDisconnect}
          hint={words.confirmDisconnectHint}
          confirmLabel={words.disconnect}
          onConfirm={remove}
          close={() => setIsRemoving(false)}
        />
      )}
    </>
  );
}
