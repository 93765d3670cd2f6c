/** Above a form with errors: a message and a link to each invalid field. Gets the focus, so that screen readers announce it. */
import { type Ref, useId } from 'react';
import { AlertIcon } from './control-icons.tsx';

interface ErrorSummaryProps {
  ref: Ref<HTMLElement>;
  title: string;
  /** Set for errors that belong to no field: announced at once. */
  isAlert: boolean;
  fields: { name: string; id: string; label: string; error: string }[];
  focusField: (name: string) => void;
}

export function ErrorSummary({ ref, title, isAlert, fields, focusField }: ErrorSummaryProps) {
  const id = useId();
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={id}
      className="flex scroll-mt-28 gap-3 rounded-card border border-danger/40 bg-danger/6 p-4 focus:outline-2 focus:outline-offset-2 focus:outline-danger/60"
    >
      <AlertIcon size={20} className="mt-px shrink-0 text-danger" />
      <div className="min-w-0">
        <h2 id={id} className="text-base font-[560] tracking-normal text-danger">
          <span role={isAlert ? 'alert' : undefined}>{title}</span>
        </h2>
        {fields.length > 0 && (
          <ul className="mt-2 grid gap-0.5 text-small">
            {fields.map(({ name, id: field, label, error }) => (
              <li key={name}>
                <a
                  href={`#${field}`}
                  onClick={(event) => {
                    event.preventDefault();
                    focusField(name);
                  }}
                  className="inline-block min-h-7 rounded-small py-1 underline decoration-edge underline-offset-4 hover:decoration-ink"
                >
                  <span className="font-[560]">{label}:</span> {error}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
