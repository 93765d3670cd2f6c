/** An authenticator app is set up: the key as a picture and as text, and a code that proves that the app has it. */

import { lazy, Suspense } from 'react';
import toast from 'react-hot-toast/headless';
import { confirmSecondFactor } from '../../../../contract/second-factor.ts';
import { api } from '../../../api.ts';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { readField, useForm } from '../../../hooks/use-form.ts';
import { secondFactor as words } from '../../../messages/second-factor.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** A file of its own: nobody else needs what draws the code. */
const QrCode = lazy(() => import('./qr-code.tsx'));

interface SetUpFormProps {
  secret: string;
  uri: string;
  onConfirmed: (recoveryCodes: string[]) => Promise<void>;
  cancel: () => void;
}

export function SetUpForm({ secret, uri, onConfirmed, cancel }: SetUpFormProps) {
  const form = useForm({
    onSubmit: async (values) => {
      const { recoveryCodes } = await api(confirmSecondFactor, { body: { code: readField(values, 'code') } });
      toast.success(words.switchedOn);
      await onConfirmed(recoveryCodes);
      return 'leave';
    },
  });
  return (
    <div className="flex flex-col gap-4">
      <p>{words.scan}</p>
      <Suspense fallback={<Skeleton className="size-56 rounded-control" />}>
        <QrCode text={uri} />
      </Suspense>
      <div>
        <p className="text-small text-soft">{words.type}</p>
        <p className="mt-1 select-all font-[560] wrap-anywhere tabular-nums">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
      </div>
      <Form state={form}>
        <TextField
          className="max-w-64"
          label={words.code}
          hint={words.codeHint}
          name="code"
          required
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={100}
        />
        <div className="flex flex-wrap gap-2">
          <SubmitButton state={form}>{words.confirm}</SubmitButton>
          <Button variant="secondary" className="min-h-11" onClick={cancel}>
            {words.cancel}
          </Button>
        </div>
      </Form>
    </div>
  );
}
