/** What the law wants a customer to confirm before this order: never ticked by itself, and asked again after each way back. */
import type { Confirmation } from '../../../contract/checkout-fields.ts';
import { AlertIcon } from '../../kit/icons.tsx';
import { checkoutWords as words } from './messages.ts';

const PREFIX = 'confirmations.';

export const toConfirmationName = ({ _id }: Confirmation): string => PREFIX + _id;

export const isAboutConfirmations = (path: string): boolean => path.startsWith(PREFIX);

/** The ids of those that are ticked. */
export const readConfirmed = (values: FormData): string[] =>
  [...values.keys()].flatMap((name) => (isAboutConfirmations(name) ? [name.slice(PREFIX.length)] : []));

interface ConfirmationFieldsProps {
  confirmations: readonly Confirmation[] | undefined;
  errors: Record<string, string>;
}

export function ConfirmationFields({ confirmations = [], errors }: ConfirmationFieldsProps) {
  return confirmations.map((it) => {
    const name = toConfirmationName(it);
    const error = errors[name];
    return (
      <div key={name}>
        <label className="flex items-start gap-3">
          <input
            type="checkbox"
            name={name}
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={error && `${name}-error`}
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
          />
          <span className="min-w-0">{it.text}</span>
        </label>
        {error && (
          <p id={`${name}-error`} className="mt-1 flex gap-1.5 text-small text-danger">
            <AlertIcon className="mt-0.5 shrink-0" />
            <span className="min-w-0">{words.confirmFirst}</span>
          </p>
        )}
      </div>
    );
  });
}
