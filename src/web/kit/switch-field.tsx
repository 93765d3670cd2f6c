/** A switch with a label and a hint. */
import { type ComponentProps, useId } from 'react';

interface SwitchFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  hint: string;
}

export function SwitchField({ label, hint, ...input }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-4">
      <input
        {...input}
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself
        role="switch"
        aria-describedby={`${id}-hint`}
        className="relative mt-0.5 h-6 w-11 shrink-0 appearance-none rounded-full bg-edge transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-raised before:transition-transform checked:bg-accent checked:before:translate-x-5 forced-colors:border"
      />
      <div>
        <label htmlFor={id} className="font-[560]">
          {label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-small text-soft">
          {hint}
        </p>
      </div>
    </div>
  );
}
