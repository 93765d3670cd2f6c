/** Parts of several pages: buttons for users who may change things, choices of any number, a secret that is shown once, an email in a table. */
import { type ComponentProps, type ReactNode, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { Button, LinkButton } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { TextField } from '../../kit/field.tsx';
import { formatCount } from '../../shared/format.ts';
import { useRefusal } from '../../shared/hooks/use-form.ts';
import { apiKeys as words } from '../api-keys/messages.ts';
import { choices } from './messages.ts';

/** For what changes something: disabled, with the reason, for users who may not. What only opens or shows something is a Button. */
export function ActionButton({ disabled = false, title, ...rest }: ComponentProps<typeof Button>) {
  const refusal = useRefusal();
  return <Button {...rest} disabled={disabled || refusal !== null} title={refusal ?? title} />;
}

/** A link to a page that has only disabled fields for users who may not change anything: they don't see the link. */
export function ActionLink(props: ComponentProps<typeof LinkButton>) {
  return useRefusal() === null && <LinkButton {...props} />;
}

/** Choices of which any number can be checked, under a legend, with one error for all of them. */
interface CheckboxGroupProps {
  legend: string;
  hint?: string;
  /** The label of a search, shown once there are many choices. Labels are texts then. */
  find?: string;
  name: string;
  error?: string | undefined;
  options: readonly { value: string; label: ReactNode; isChecked?: boolean }[];
}

/** So many are seen at once. */
const CHOICES_WITHOUT_SEARCH = 12;

const toWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[\s,:]+/)
    .filter(Boolean);

/** Each word of the search must occur, and a number alone: 3 isn't 36. */
function isFound(label: ReactNode, search: string): boolean {
  if (typeof label !== 'string') return true;
  const words = toWords(label);
  return toWords(search).every((typed) => words.some((word) => (/^\d+$/.test(typed) ? word === typed : word.includes(typed))));
}

export function CheckboxGroup({ legend, hint, find, name, error, options }: CheckboxGroupProps) {
  const errorId = `${name}-error`;
  const [search, setSearch] = useState('');
  const found = options.filter(({ label }) => isFound(label, search));
  const shown = new Set(found.map(({ value }) => value));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-[560]">{legend}</legend>
      {hint && <p className="-mt-1 mb-3 text-small text-soft">{hint}</p>}
      {find && options.length > CHOICES_WITHOUT_SEARCH && (
        <TextField
          label={find}
          type="search"
          value={search}
          hint={choices.found(formatCount(found.length), formatCount(options.length))}
          autoComplete="off"
          className="mb-4"
          onChange={(event) => setSearch(event.target.value)}
          // Enter is for this field, and must not submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <div className="flex flex-col gap-3">
        {options.map(({ value, label, isChecked = false }) => (
          // What isn't found is hidden, not removed: it is sent as it was chosen.
          <label key={value} className={classNames('flex items-start gap-3', !shown.has(value) && 'hidden')}>
            <input
              type="checkbox"
              name={name}
              value={value}
              defaultChecked={isChecked}
              className="mt-0.5 size-4.5 shrink-0 accent-accent"
              {...(error && { 'aria-invalid': true, 'aria-describedby': errorId })}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A secret in the dialog that shows it, once. */
interface ShownOnceProps {
  value: string;
  hint: string;
  close: () => void;
  /** Below it: how it is used. */
  children?: ReactNode;
}

export function ShownOnce({ value, hint, close, children }: ShownOnceProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success(words.copied);
    } catch {
      // Without https, or without permission.
      toast.error(words.copyFailed);
    }
  };
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className="text-soft">{hint}</p>
      <code className="block select-all rounded-control bg-accent-ground p-4 wrap-anywhere">{value}</code>
      {children}
      <div className="flex gap-2">
        <Button onClick={() => void copy()}>{words.copy}</Button>
        <Button variant="secondary" onClick={close}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}

/** A longer word is broken anywhere: it would make the table wider than the page. */
const LONGEST_WORD = 32;

/** An email address in a table: broken only after its @. */
export function EmailText({ email }: { email: string }) {
  const [name = '', domain = ''] = email.split(/(?<=@)(?=[^@]*$)/);
  const isLong = Math.max(name.length, domain.length) > LONGEST_WORD;
  // Browsers break words after hyphens, too.
  const part = isLong ? '' : 'whitespace-nowrap';
  return (
    <span className="line-clamp-3">
      <span className={part}>{name}</span>
      <wbr />
      <span className={part}>{domain}</span>
    </span>
  );
}
