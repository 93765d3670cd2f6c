/** One account of Stripe, for tests or for real money: its key is pasted, tested, selected and removed here. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import {
  activatePayments,
  connectPayments,
  disconnectPayments,
  type PaymentAccount,
  type PaymentConnection,
  type PaymentMode,
} from '../../../contract/payment-connection.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { PasswordField } from '../../kit/field.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { useRevalidateShop } from '../parts/use-versioned-form.ts';
import { formatDateTime } from '../parts/values.ts';
import { connection as common, payments as words } from './connection-messages.ts';

interface AccountProps {
  mode: PaymentMode;
  connection: PaymentConnection;
  reload: () => Promise<void>;
}

export function PaymentAccountPanel({ mode, connection, reload }: AccountProps) {
  const account = connection[mode];
  const isActive = connection.active === mode;
  const revalidate = useRevalidateShop();
  const handleChanged = async () => {
    await reload();
    await revalidate();
  };
  return (
    <Panel
      title={words.modes[mode]}
      hint={words.modeHints[mode]}
      action={isActive && connection.problem === null && <Badge tone="good">{words.inUse}</Badge>}
    >
      {account ? (
        <ConnectedAccount mode={mode} account={account} isActive={isActive} connection={connection} onChanged={handleChanged} />
      ) : (
        <KeyForm mode={mode} connection={connection} onSaved={handleChanged} submitLabel={words.connect(mode)} />
      )}
    </Panel>
  );
}

interface ConnectedProps extends Omit<AccountProps, 'reload'> {
  account: PaymentAccount;
  isActive: boolean;
  onChanged: () => Promise<void>;
}

function ConnectedAccount({ mode, account, isActive, connection, onChanged }: ConnectedProps) {
  const [asked, setAsked] = useState<'activate' | 'disconnect' | null>(null);
  const change = async () => {
    const args = { params: { mode }, body: { version: connection.version } };
    await (asked === 'activate' ? api(activatePayments, args) : api(disconnectPayments, args));
    toast.success(asked === 'activate' ? words.activated(mode) : words.disconnected);
    setAsked(null);
    await onChanged();
  };
  const facts = [
    [words.account, account.name ?? account.accountId ?? words.unnamed],
    [words.key, words.keyEnding(account.keyEnding)],
    [words.connectedAt, formatDateTime(account.connectedAt)],
  ] as const;
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-3">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-small text-soft">{name}</dt>
            <dd className="wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        {!isActive && connection.problem === null && <Button onClick={() => setAsked('activate')}>{words.activate(mode)}</Button>}
        <Button variant="danger-quiet" onClick={() => setAsked('disconnect')}>
          {words.disconnect(mode)}
        </Button>
      </div>
      <details open={connection.problem !== null || undefined} className="border-t border-line pt-3">
        <summary className="w-fit cursor-pointer py-1 font-[560]">{words.replace(mode)}</summary>
        <p className="mb-4 text-small text-soft">{words.replaceHint}</p>
        <KeyForm mode={mode} connection={connection} onSaved={onChanged} submitLabel={words.replace(mode)} />
      </details>
      {asked && (
        <ConfirmActionDialog
          title={asked === 'activate' ? words.confirmActivate(mode) : words.confirmDisconnect}
          hint={asked === 'activate' ? words.confirmActivateHint(mode) : words.confirmDisconnectHint}
          confirmLabel={asked === 'activate' ? words.activate(mode) : words.disconnect(mode)}
          isDestructive={asked === 'disconnect'}
          onConfirm={change}
          close={() => setAsked(null)}
        />
      )}
    </div>
  );
}

interface KeyFormProps extends Omit<AccountProps, 'reload'> {
  onSaved: () => Promise<void>;
  submitLabel: string;
}

function KeyForm({ mode, connection: { version, webhookUrl }, onSaved, submitLabel }: KeyFormProps) {
  const form = useForm({
    onSubmit: async (values) => {
      const webhookSecret = readField(values, 'webhookSecret').trim();
      const body = { secretKey: readField(values, 'secretKey'), ...(webhookSecret && { webhookSecret }), version };
      const { message } = await api(connectPayments, { params: { mode }, body });
      form.ref.current?.reset();
      toast.success(message);
      await onSaved();
      return 'stay';
    },
    onFailure: ({ code }) => {
      toast.error(words.notConnected);
      // Somebody else has connected a key meanwhile: the page shows it, and the next try knows of it.
      if (code === 'version_conflict') void onSaved();
      return undefined;
    },
  });
  return (
    <Form state={form} label={submitLabel}>
      <PasswordField
        name="secretKey"
        label={words.secretKey}
        hint={words.secretKeyHint(mode)}
        error={form.errors.secretKey}
        showLabel={common.show}
        hideLabel={common.hide}
        maxLength={500}
        autoComplete="off"
        required
      />
      <a href={words.findKeys[mode]} className="-mt-4 self-start py-1 text-small text-accent hover:underline">
        {words.findKey}
      </a>
      {webhookUrl && (
        <details>
          <summary className="w-fit cursor-pointer py-1.5 text-small font-[560] text-soft">{words.ownWebhook}</summary>
          <PasswordField
            name="webhookSecret"
            label={words.webhookSecret}
            hint={words.webhookSecretHint(webhookUrl)}
            error={form.errors.webhookSecret}
            showLabel={common.show}
            hideLabel={common.hide}
            maxLength={500}
            autoComplete="off"
          />
        </details>
      )}
      <SubmitButton state={form} className="self-start">
        {submitLabel}
      </SubmitButton>
    </Form>
  );
}
