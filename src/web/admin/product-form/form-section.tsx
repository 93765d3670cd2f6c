/** A part of the product's form that is closed until somebody needs it, so that the form of a simple shop stays short. */
import { type ReactNode, useState } from 'react';
import { ChevronIcon } from '../../kit/icons.tsx';

interface FormSectionProps {
  title: string;
  hint: string;
  /** Opened from the beginning: a field of it has a value. */
  isUsed: boolean;
  /** A field of it has an error, which must be seen. */
  hasError: boolean;
  /** A function gets whether it is open. */
  children: ReactNode | ((isOpen: boolean) => ReactNode);
}

export function FormSection({ title, hint, isUsed, hasError, children }: FormSectionProps) {
  const [isOpen, setIsOpen] = useState(isUsed);
  return (
    <details
      open={isOpen || hasError || undefined}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group rounded-card border border-line"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-card px-4 py-3 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 grow">
          <span className="block font-[560]">{title}</span>
          <span className="block text-small text-soft">{hint}</span>
        </span>
        <ChevronIcon size={14} className="shrink-0 text-soft transition-transform group-open:rotate-180 motion-reduce:transition-none" />
      </summary>
      <div className="flex flex-col gap-5 border-t border-line p-4">
        {typeof children === 'function' ? children(isOpen || hasError) : children}
      </div>
    </details>
  );
}
