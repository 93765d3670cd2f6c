/** The second step of a login. */

import { Button } from '../../kit/button.tsx';
import { CodeField } from '../../shared/forms/code-field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { secondFactor as words } from '../../shared/messages/second-factor.ts';
import { AuthLayout } from '../auth-layout.tsx';

export function CodeForm({ form, startOver }: { form: FormState; startOver: () => void }) {
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
