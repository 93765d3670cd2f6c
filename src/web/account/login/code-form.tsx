/** The second step of a login. */
import { isRecord } from '../../../contract/values.ts';
import { Button } from '../../kit/button.tsx';
import { CodeField } from '../../shared/forms/code-field.tsx';
import { Form, SubmitButton } from '../../shared/forms/form.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { secondFactor as words } from '../../shared/messages/second-factor.ts';
import { AuthLayout } from '../auth-layout.tsx';

/** What leads to the login tells it, beside where to return to. Apart from that, which every page of the shop has. */

/** Why the login is there: an email was just confirmed, or has to be first. */
export type LoginNotice = 'confirmed' | 'confirm-first';

export function readLoginNotice(state: unknown): LoginNotice | null {
  const notice = isRecord(state) ? state.notice : null;
  return notice === 'confirmed' || notice === 'confirm-first' ? notice : null;
}

/** After a registration, the login's email is filled in; from a guest's order, that of both forms. */
export function readRegisteredEmail(state: unknown): string | undefined {
  const email = isRecord(state) ? state.email : null;
  return typeof email === 'string' ? email : undefined;
}

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
