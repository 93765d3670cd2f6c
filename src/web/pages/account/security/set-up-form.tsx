/** An authenticator app is set up: the key as a picture and as text, and a code that proves that the app has it. */

import toast from 'react-hot-toast/headless';
import { encode } from 'uqr';
import { confirmSecondFactor } from '../../../../contract/second-factor.ts';
import { api } from '../../../api.ts';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { readField, useForm } from '../../../hooks/use-form.ts';
import { secondFactor as words } from '../../../messages/second-factor.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';

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
      <QrCode text={uri} />
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

/** Black on white in dark mode too: not every scanner reads it inverted. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { border: 3 });
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      role="img"
      aria-label={words.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 rounded-control border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}
