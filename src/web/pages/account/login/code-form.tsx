/** The second step of a login. */
import type { login } from '../../../../contract/auth.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import type { Challenge } from '../../../../contract/schemas/common.ts';
import { logInBySecondFactor } from '../../../../contract/second-factor.ts';
import { api } from '../../../api.ts';
import { AuthLayout } from '../../../components/auth-layout.tsx';
import { CodeField } from '../../../components/code-field.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import { readField, useForm } from '../../../hooks/use-form.ts';
import { secondFactor as words } from '../../../messages/second-factor.ts';
import { Button } from '../../../ui/button.tsx';

interface CodeFormProps {
  challenge: Challenge;
  finish: (reply: ReplyOf<typeof login>) => void;
  startOver: () => void;
}

export function CodeForm({ challenge: { token, device }, finish, startOver }: CodeFormProps) {
  const form = useForm({
    onSubmit: async (values) => {
      finish(await api(logInBySecondFactor, { body: { challenge: token, device, code: readField(values, 'code') } }));
      return 'leave';
    },
  });
  return (
    <AuthLayout
      title={words.loginTitle}
      lead={words.loginLead}
      footer={
        <Button variant="secondary" onClick={startOver}>
          {words.startOver}
        </Button>
      }
    >
      <Form state={form}>
        <CodeField autoFocus />
        <SubmitButton state={form}>{words.logIn}</SubmitButton>
      </Form>
    </AuthLayout>
  );
}
