/** Sets up an authenticator app: shows the key as a QR code, as a link and as text, and asks for a code as proof that the app has it. */

import { lazy, Suspense } from 'react';
import toast from 'react-hot-toast/headless';
import { confirmSecondFactor } from '../../../contract/second-factor.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { Skeleton } from '../../kit/loading.tsx';
import { copyText, DownloadButton } from '../../shared/forms/copy-and-download.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { secondFactor as words } from '../../shared/messages/security.ts';

/** Recovery codes, which are shown only once: to be copied, downloaded or printed. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  const text = `${codes.join('\n')}\n`;
  return (
    <div className="flex flex-col gap-4">
      <p>{words.recoveryCodesHint}</p>
      <ul
        aria-label={words.recoveryCodes}
        className="grid gap-x-6 gap-y-2 rounded-control bg-accent-ground p-4 select-all font-[560] tabular-nums sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="secondary" onClick={() => void copyText(text, words.copied)}>
          {words.copy}
        </Button>
        <DownloadButton fileName={words.file} load={async () => new Blob([text], { type: 'text/plain' })}>
          {words.download}
        </DownloadButton>
        <Button variant="secondary" onClick={() => window.print()}>
          {words.print}
        </Button>
        <Button onClick={close}>{words.kept}</Button>
      </div>
    </div>
  );
}

/** A separate file, because only this form draws QR codes. */
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
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      <Suspense fallback={<Skeleton className="size-56 rounded-control" />}>
        <QrCode text={uri} />
      </Suspense>
      <div className="flex min-w-0 flex-col gap-6">
        <div>
          <h3 className="font-[560]">{words.stepApp}</h3>
          <p className="mt-1 text-soft">{words.scan}</p>
          {/* Nobody scans the screen of the phone in their hand. */}
          <p className="mt-3 text-small text-soft">{words.type}</p>
          <p className="mt-1 select-all font-[560] wrap-anywhere tabular-nums">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button variant="secondary" size="small" onClick={() => void copyText(secret, words.keyCopied)}>
              {words.copyKey}
            </Button>
            <a href={uri} className="button button-secondary button-small">
              {words.openApp}
            </a>
          </div>
        </div>
        <div>
          <h3 className="mb-3 font-[560]">{words.stepCode}</h3>
          <Form state={form}>
            <TextField
              className="max-w-80"
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
      </div>
    </div>
  );
}
