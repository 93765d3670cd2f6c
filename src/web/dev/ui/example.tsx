import { type ReactNode, useId } from 'react';

/** An inline image, which needs no server. */
export const SAMPLE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#e6e0fa"/><circle cx="32" cy="30" r="14" fill="#4b3fd6"/></svg>',
)}`;

/** A section of the page. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2 id={id} className="mb-5 border-b border-line pb-2 text-title">
        {title}
      </h2>
      <div className="grid gap-8">{children}</div>
    </section>
  );
}

/** One component, with its states side by side. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-3 text-small font-[560] tracking-normal text-soft">{name}</h3>
      <div className="flex flex-wrap items-start gap-3">{children}</div>
    </div>
  );
}
