/** Issues a gift card by hand, and shows its code. */
import { useState } from 'react';
import { formatGiftCode } from '../../../contract/balance-fields.ts';
import { issueGiftCard } from '../../../contract/gift-card.ts';
import { GIFT_MESSAGE_MAX_LENGTH, GIFT_NAME_MAX_LENGTH, REASON_MAX_LENGTH } from '../../../contract/limits.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { TextArea, TextField } from '../../kit/field.tsx';
import { getCurrency } from '../../shared/format.ts';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { ShownOnce } from '../parts/controls.tsx';
import { parseNumber } from '../parts/values.ts';
import { giftCardPages as words } from './messages.ts';

const OPTIONAL = ['expiresOn', 'recipientEmail', 'recipientName', 'senderName', 'message', 'sendOn'] as const;

const readOptional = (values: FormData) =>
  Object.fromEntries(OPTIONAL.flatMap((name) => (readField(values, name).trim() ? [[name, readField(values, name).trim()]] : [])));

export function IssueDialog({ onIssued, close }: { onIssued: () => void; close: () => void }) {
  const [key] = useState(() => crypto.randomUUID());
  const [code, setCode] = useState<string | null>(null);
  const form = useForm({
    onSubmit: async (values) => {
      const amount = parseNumber(readField(values, 'amount')) ?? Number.NaN;
      const body = { amount, reason: readField(values, 'reason'), ...readOptional(values), key };
      const issued = await api(issueGiftCard, { body });
      setCode(formatGiftCode(issued.code));
      onIssued();
      return 'stay';
    },
  });
  const field = (name: string) => ({ name, error: form.errors[name] });
  if (code !== null)
    return (
      <Dialog title={words.issued} close={close} closeLabel={common.close}>
        <ShownOnce value={code} hint={words.issuedHint} close={close} />
      </Dialog>
    );
  return (
    <Dialog title={words.issue} close={close} closeLabel={common.close} variant="sheet">
      <Form state={form}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={words.amount(getCurrency())} inputMode="decimal" autoComplete="off" required {...field('amount')} />
          <TextField label={words.expiresOn} hint={words.expiresHint} type="date" {...field('expiresOn')} />
        </div>
        <TextField label={words.reason} hint={words.reasonHint} maxLength={REASON_MAX_LENGTH} required {...field('reason')} />
        <TextField
          label={words.recipientEmail}
          hint={words.recipientHint}
          type="email"
          autoComplete="off"
          maxLength={254}
          {...field('recipientEmail')}
        />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={words.recipientName} autoComplete="off" maxLength={GIFT_NAME_MAX_LENGTH} {...field('recipientName')} />
          <TextField label={words.from} autoComplete="off" maxLength={GIFT_NAME_MAX_LENGTH} {...field('senderName')} />
        </div>
        <TextArea label={words.message} rows={3} maxLength={GIFT_MESSAGE_MAX_LENGTH} {...field('message')} />
        <TextField label={words.sendOn} hint={words.sendHint} type="date" {...field('sendOn')} />
        <SubmitButton state={form} className="self-start px-6">
          {words.issueSubmit}
        </SubmitButton>
      </Form>
    </Dialog>
  );
}
