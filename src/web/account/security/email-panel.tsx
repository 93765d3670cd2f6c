/** The account's email address: whether it is confirmed, and a new one in its place. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { changeEmail, readAccountEmail, sendConfirmation } from '../../../contract/account-security.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { security as words } from '../../shared/messages/security.ts';

export function EmailPanel() {
  const loaded = useLoad('account email', (it, signal) => it(readAccountEmail, { signal }));
  const [isChanging, setIsChanging] = useState(false);

  const resend = async () => {
    try {
      await api(sendConfirmation);
      toast.success(words.linkSent);
    } catch (error) {
      if (!isApiError(error)) console.error(error);
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
  };

  return (
    <Panel title={words.email}>
      <AsyncContent state={loaded} skeleton={<Skeleton className="h-12 rounded-control" />}>
        {({ email, isConfirmed, pending, canChange }) => (
          <div className="flex flex-col gap-3">
            <p className="flex flex-wrap items-center gap-2 font-[560] break-all">
              {email}
              {canChange && <Badge tone={isConfirmed ? 'accent' : 'quiet'}>{isConfirmed ? words.confirmed : words.unconfirmed}</Badge>}
            </p>
            {(pending || !isConfirmed) && <p className="text-soft">{pending ? words.pendingHint(pending) : words.unconfirmedHint}</p>}
            {canChange && (
              <div className="flex flex-wrap gap-2">
                <Button variant="secondary" onClick={() => setIsChanging(true)}>
                  {words.changeEmail}
                </Button>
                {(pending || !isConfirmed) && (
                  <Button variant="secondary" onClick={() => void resend()}>
                    {words.resend}
                  </Button>
                )}
              </div>
            )}
          </div>
        )}
      </AsyncContent>
      {isChanging && (
        <Dialog title={words.changeEmail} close={() => setIsChanging(false)} closeLabel={common.close}>
          <EmailForm
            onSent={() => {
              setIsChanging(false);
              toast.success(words.linkSent);
              void loaded.reload();
            }}
          />
        </Dialog>
      )}
    </Panel>
  );
}

function EmailForm({ onSent }: { onSent: () => void }) {
  const form = useForm({
    onSubmit: async (values) => {
      await api(changeEmail, { body: { email: readField(values, 'email') } });
      onSent();
      return 'stay';
    },
  });
  return (
    <Form state={form}>
      <TextField
        label={words.newEmail}
        name="email"
        type="email"
        hint={words.newEmailHint}
        error={form.errors.email}
        required
        autoComplete="email"
      />
      <SubmitButton state={form}>{words.sendLink}</SubmitButton>
    </Form>
  );
}
