/** The layout of register, login and password reset: a narrow form, with an image beside it on wide screens. */
import type { ReactNode } from 'react';
import stillLife from '../images/still-life.svg?url&no-inline';
import { noScript } from '../shared/messages/no-script.ts';

interface AuthLayoutProps {
  title: string;
  lead: string;
  children: ReactNode;
  /** Links to the other pages of this kind, below the form. */
  footer: ReactNode;
}

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
