/** Adds to a balance, or takes from it: of a gift card or of a customer. */
import { useState } from 'react';
import toast from 'react-hot-toast/headless';
import { REASON_MAX_LENGTH } from '../../../contract/limits.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { parseNumber } from '../parts/values.ts';
import { giftCardPages as words } from './messages.ts';

interface AdjustDialogProps {
  currency: string;
  save: (body: { amount: number; reason: string; key: string }) => Promise<unknown>;
  onSaved: () => void;
  close: () => void;
}

export function AdjustDialog({ currency, save, onSaved, close }: AdjustDialogProps) {
  // The same for each try of this form: a lost answer changes nothing twice.
  const [key] = useState(() => crypto.randomUUID());
  const form = useForm({
    onSubmit: async (values) => {
      const amount = parseNumber(readField(values, 'amount').replace('−', '-')) ?? Number.NaN;
      await save({ amount, reason: readField(values, 'reason'), key });
      toast.success(words.adjusted);
      onSaved();
      return 'leave';
    },
  });
  return (
    <Dialog title={words.adjust} close={close} closeLabel={common.close}>
      <Form state={form}>
        <TextField
          label={words.amount(currency)}
          name="amount"
          hint={words.adjustHint}
          error={form.errors.amount}
          autoComplete="off"
          required
        />
        <TextField
          label={words.reason}
          name="reason"
          hint={words.reasonHint}
          error={form.errors.reason}
          maxLength={REASON_MAX_LENGTH}
          required
        />
        <SubmitButton state={form} className="self-start px-6">
          {words.save}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
