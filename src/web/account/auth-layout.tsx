/** What register, login and password reset share: their layout, the field of a new password, and what a link or another page hands over. */
import { type ReactNode, useEffect, useState } from 'react';
import { PASSWORD_MIN } from '../../contract/limits.ts';
import { isRecord } from '../../contract/values.ts';
import stillLife from '../images/still-life.svg?url&no-inline';
import { PasswordField } from '../kit/field.tsx';
import { account } from '../shared/messages/account.ts';
import { form as words } from '../shared/messages/form.ts';
import { noScript } from '../shared/messages/storefront.ts';

/** A field to choose a new password, with its rules and a button to show it. */
export function NewPasswordField({ label, name, error }: { label: string; name: string; error: string | undefined }) {
  return (
    <PasswordField
      label={label}
      name={name}
      hint={account.passwordHint(PASSWORD_MIN)}
      error={error}
      required
      autoComplete="new-password"
      showLabel={words.show}
      hideLabel={words.hide}
    />
  );
}

/**
 * The token in the fragment (#) of an emailed link, which no server, log or `Referer` gets. Undefined until the page is hydrated, null if
 * there is none.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>();
  useEffect(() => setToken(new URLSearchParams(window.location.hash.slice(1)).get('token')), []);
  return token;
}

/** What the login page says first, by the navigation state: that an email was just confirmed, or has to be. */
export type LoginNotice = 'confirmed' | 'confirm-first';

export function readLoginNotice(state: unknown): LoginNotice | null {
  const notice = isRecord(state) ? state.notice : null;
  return notice === 'confirmed' || notice === 'confirm-first' ? notice : null;
}

/** Fills in the email: of the login after a registration, of login and registration from a guest's order. */
export function readRegisteredEmail(state: unknown): string | undefined {
  const email = isRecord(state) ? state.email : null;
  return typeof email === 'string' ? email : undefined;
}

interface AuthLayoutProps {
  title: string;
  lead: string;
  children: ReactNode;
  /** Links to the other pages of this kind, below the form. */
  footer: ReactNode;
}

/** A narrow form, with an image beside it on wide screens. */
export function AuthLayout({ title, lead, children, footer }: AuthLayoutProps) {
  return (
    <div className="page grid justify-items-center gap-16 pt-10 sm:pt-14 lg:grid-cols-2 lg:items-start">
      <div className="flex w-full max-w-form flex-col gap-6 lg:pt-6">
        <header>
          <h1 className="text-display">{title}</h1>
          <p className="mt-1.5 text-soft">{lead}</p>
        </header>
        <noscript>
          <p className="text-caution">{noScript}</p>
        </noscript>
        {children}
        <footer className="text-soft">{footer}</footer>
      </div>
      {/* Lazy and hidden: narrow screens don't download it. */}
      <img
        src={stillLife}
        alt=""
        width={560}
        height={680}
        loading="lazy"
        className="sticky top-28 hidden max-h-[calc(100dvh-11rem)] min-h-80 w-full rounded-image object-cover lg:block"
      />
    </div>
  );
}

/** A link inside a sentence. */
export const inlineLink = 'inline-block py-0.5 font-[560] text-ink underline decoration-edge underline-offset-4 hover:decoration-ink';
