/** The narrow page of register, login and reset. */
import type { ReactNode } from 'react';
import { common } from '../messages.ts';

interface EntranceProps {
  title: string;
  lead: string;
  children: ReactNode;
  /** Where else to go, below the form. */
  footer: ReactNode;
}

export function Entrance({ title, lead, children, footer }: EntranceProps) {
  return (
    <div className="page flex flex-col items-center py-10 sm:py-16">
      <div className="flex w-full max-w-form flex-col gap-6">
        <header>
          <h1 className="text-display">{title}</h1>
          <p className="mt-1.5 text-soft">{lead}</p>
        </header>
        <noscript>
          <p className="text-caution">{common.noScript}</p>
        </noscript>
        {children}
        <footer className="text-soft">{footer}</footer>
      </div>
    </div>
  );
}

/** A link inside a sentence. */
export const wordLink = 'inline-block py-0.5 font-[560] text-ink underline decoration-edge underline-offset-4 hover:decoration-ink';
