import toast from 'react-hot-toast/headless';
import { switchOffSecondFactor } from '../../../contract/second-factor.ts';
import { api } from '../../api.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { PasswordField } from '../../kit/password-field.tsx';
import { CodeField } from '../../shared/forms/code-field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import { readField, useForm } from '../../shared/hooks/use-form.ts';
import { common } from '../../shared/messages/common.ts';
import { form as formWords } from '../../shared/messages/form.ts';
import { secondFactor as words } from '../../shared/messages/second-factor.ts';

interface SwitchOffDialogProps {
  /** The shop demands it of the caller's role. */
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
