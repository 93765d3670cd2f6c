/** Two-step login: whether it is on, its setup, and its recovery codes. */

import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import {
  readSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
  setUpSecondFactor,
  switchOffSecondFactor,
} from '../../../contract/second-factor.ts';
import { api, isApiError } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { PasswordField } from '../../kit/field.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { Panel } from '../../kit/panel.tsx';
import { Badge } from '../../kit/status.tsx';
import { AsyncContent } from '../../shared/dashboard-layout/async-content.tsx';
import { formatDate } from '../../shared/format.ts';
import { ConfirmActionDialog } from '../../shared/forms/confirm-action-dialog.tsx';
import { CodeField, Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { common } from '../../shared/messages/common.ts';
import { form as formWords } from '../../shared/messages/form.ts';
import { secondFactor as words } from '../../shared/messages/security.ts';
import { RecoveryCodes, SetUpForm } from './set-up-form.tsx';

interface SwitchOffDialogProps {
  /** The shop requires it for the user's role. */
  isDemanded: boolean;
  onDone: () => Promise<void>;
  close: () => void;
}

export function SwitchOffDialog({ isDemanded, onDone, close }: SwitchOffDialogProps) {
  const form = useForm({
    onSubmit: async (values) => {
      await api(switchOffSecondFactor, { body: { password: readField(values, 'password'), code: readField(values, 'code') } });
      toast.success(words.switchedOff);
      close();
      await onDone();
      return 'leave';
    },
  });
  return (
    <Dialog title={words.switchOffTitle} close={close} closeLabel={common.close}>
      <p className="mb-5 text-soft">{words.switchOffHint}</p>
      {isDemanded && <p className="mb-5 text-caution">{words.switchOffDemanded}</p>}
      <Form state={form}>
        <PasswordField
          label={words.password}
          name="password"
          required
          autoComplete="current-password"
          showLabel={formWords.show}
          hideLabel={formWords.hide}
        />
        <CodeField />
        <SubmitButton state={form} variant="danger">
          {words.switchOff}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}

/** With fewer recovery codes left than this, new ones are suggested. */
const FEW_CODES = 3;

const describeDemand = (dueAt: string) => (Date.parse(dueAt) > Date.now() ? words.demanded(formatDate(dueAt)) : words.overdue);

export function SecondFactorPanel() {
  const loaded = useLoad('second factor', (it, signal) => it(readSecondFactor, { signal }));
  /** The key of the app that is being set up. */
  const [key, setKey] = useState<{ secret: string; uri: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const setUp = async () => {
    try {
      setKey(await api(setUpSecondFactor));
    } catch (error) {
      if (!isApiError(error)) console.error(error);
      toast.error(error instanceof Error ? error.message : common.serverError);
    }
  };
  const showCodes = async (shown: string[]) => {
    setKey(null);
    setCodes(shown);
    await loaded.reload();
  };

  if (codes)
    return (
      <Panel title={words.recoveryCodes}>
        <RecoveryCodes codes={codes} close={() => setCodes(null)} />
      </Panel>
    );
  return (
    <Panel title={words.title}>
      <AsyncContent state={loaded} skeleton={<Skeleton className="h-12 rounded-control" />}>
        {(state) => {
          if (state.isOn) return <FactorOn state={state} showCodes={showCodes} reload={loaded.reload} />;
          if (key) return <SetUpForm secret={key.secret} uri={key.uri} onConfirmed={showCodes} cancel={() => setKey(null)} />;
          return (
            <div className="flex flex-col items-start gap-3">
              <Badge>{words.off}</Badge>
              {state.dueAt && <p className="text-caution">{describeDemand(state.dueAt)}</p>}
              <p className="text-soft">{words.hint}</p>
              <Button variant={state.dueAt ? 'primary' : 'secondary'} onClick={() => void setUp()}>
                {words.setUp}
              </Button>
            </div>
          );
        }}
      </AsyncContent>
    </Panel>
  );
}

interface FactorOnProps {
  state: SecondFactor;
  showCodes: (codes: string[]) => Promise<void>;
  reload: () => Promise<void>;
}

function FactorOn({ state: { since, recoveryCodes: left, isDemanded }, showCodes, reload }: FactorOnProps) {
  const [asked, setAsked] = useState<'renew' | 'off' | null>(null);
  const close = () => setAsked(null);
  const renew = async () => {
    const { recoveryCodes } = await api(renewRecoveryCodes);
    close();
    await showCodes(recoveryCodes);
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="accent">{words.on}</Badge>
        <span className="text-small text-soft">
          {[since && words.since(formatDate(since)), words.codesLeft(left)].filter(Boolean).join(' · ')}
        </span>
      </p>
      {left < FEW_CODES && <p className="text-caution">{words.fewCodes}</p>}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setAsked('renew')}>
          {words.renew}
        </Button>
        <Button variant="secondary" onClick={() => setAsked('off')}>
          {words.switchOff}
        </Button>
      </div>
      {asked === 'renew' && (
        <ConfirmActionDialog
          title={`${words.renew}?`}
          hint={words.renewHint}
          confirmLabel={words.renew}
          isDestructive={false}
          onConfirm={renew}
          close={close}
        />
      )}
      {asked === 'off' && <SwitchOffDialog isDemanded={isDemanded} onDone={reload} close={close} />}
    </div>
  );
}
