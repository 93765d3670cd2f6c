/** The second step of a login. */
import { AuthLayout } from '../../../components/auth-layout.tsx';
import { CodeField } from '../../../components/code-field.tsx';
import { Form, SubmitButton } from '../../../components/form.tsx';
import type { FormState } from '../../../hooks/use-form.ts';
import { secondFactor as words } from '../../../messages/second-factor.ts';
import { Button } from '../../../ui/button.tsx';

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
