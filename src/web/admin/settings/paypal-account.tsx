/** One account of PayPal, of the sandbox or for real money: its app is connected, selected and disconnected here. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import type { PaymentMode } from '../../../contract/payment-connection.ts';
import { activatePaypal, connectPaypal, disconnectPaypal, type PaypalConnection } from '../../../contract/paypal-connection.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { PasswordField, TextField } from '../../kit/field.tsx';
import { Badge } from '../../kit/status.tsx';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { formatDateTime } from '../parts/values.ts';
import { connection as common } from './connection-messages.ts';
import { paypal as words } from './paypal-messages.ts';

interface SectionProps {
  mode: PaymentMode;
  connection: PaypalConnection;
  onChanged: () => Promise<void>;
}

export function PaypalAccountSection(props: SectionProps) {
  const { mode, connection } = props;
  const account = connection[mode];
  const isLost = connection.problem !== null;
  return (
    <section aria-label={`${words.title}, ${words.modes[mode]}`} className="border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="font-[600]">{words.modes[mode]}</h3>
        {connection.active === mode && !isLost && <Badge tone={mode === 'live' ? 'good' : 'accent'}>{words.inUse}</Badge>}
      </div>
      <p className="text-small text-soft">{words.modeHints[mode]}</p>
      {account && (
        <>
          <p className="mt-2 wrap-anywhere">
            {words.clientIdEnding(account.clientIdEnding)} · {words.connectedAt} {formatDateTime(account.connectedAt)}
          </p>
          <AccountActions {...props} />
        </>
      )}
      {/* Closed again once it is connected. */}
      <details key={account?.connectedAt} open={isLost || undefined} className="mt-2">
        <summary className="w-fit cursor-pointer py-1 font-[560] text-accent">
          {account ? words.replace(mode) : words.connect(mode)}
        </summary>
        <AppForm {...props} />
      </details>
    </section>
  );
}

function AccountActions({ mode, connection, onChanged }: SectionProps) {
  const [asked, setAsked] = useState<'activate' | 'disconnect' | null>(null);
  const change = async () => {
    const args = { params: { mode }, body: { version: connection.version } };
    await (asked === 'activate' ? api(activatePaypal, args) : api(disconnectPaypal, args));
    toast.success(asked === 'activate' ? words.activated(mode) : words.disconnected);
    setAsked(null);
    await onChanged();
  };
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      {connection.active !== mode && connection.problem === null && (
        <Button onClick={() => setAsked('activate')}>{words.activate(mode)}</Button>
      )}
      <Button variant="danger-quiet" onClick={() => setAsked('disconnect')}>
        {words.disconnect(mode)}
      </Button>
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

function AppForm({ mode, connection: { version, ...connection }, onChanged }: SectionProps) {
  const form = useForm({
    onSubmit: async (values) => {
      const body = { clientId: readField(values, 'clientId'), clientSecret: readField(values, 'clientSecret'), version };
      await api(connectPaypal, { params: { mode }, body });
      form.ref.current?.reset();
      toast.success(words.connected);
      await onChanged();
      return 'stay';
    },
    onFailure: ({ code }) => {
      toast.error(words.notConnected);
      // Somebody else has connected it meanwhile: the page shows it, and the next try knows of it.
      if (code === 'version_conflict') void onChanged();
      return undefined;
    },
  });
  const label = connection[mode] ? words.replace(mode) : words.connect(mode);
  return (
    <Form state={form} label={label} className="mt-2">
      <p>
        {words.steps(mode)}{' '}
        <a href={words.findApps[mode]} className="inline-block py-1 text-accent hover:underline">
          {words.findApp}
        </a>
      </p>
      <TextField name="clientId" label={words.clientId} error={form.errors.clientId} maxLength={200} autoComplete="off" required />
      <PasswordField
        name="clientSecret"
        label={words.clientSecret}
        hint={words.clientSecretHint}
        error={form.errors.clientSecret}
        showLabel={common.show}
        hideLabel={common.hide}
        maxLength={500}
        autoComplete="off"
        required
      />
      <SubmitButton state={form} className="self-start">
        {label}
      </SubmitButton>
    </Form>
  );
}
