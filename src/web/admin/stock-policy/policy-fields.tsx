/** What a shop does when a product or a variant is out of stock, with what each answer needs. */
import { useState } from 'react';
import { SHIPS_IN_MAX_LENGTH } from '../../../contract/limits.ts';
import { STOCK_POLICIES } from '../../../contract/stock-policy.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { SelectField, TextField } from '../../kit/field.tsx';
import { describeIssue } from '../../shared/messages/form.ts';
import { stockPolicy as words } from './messages.ts';
import {
  checkPolicy,
  describePolicy,
  isPolicyName,
  POLICY_FIELDS,
  type PolicyTexts,
  parsePolicy,
  serializePolicy,
} from './policy-texts.ts';

interface PolicyFieldsProps {
  value: PolicyTexts;
  onChange: (value: PolicyTexts) => void;
  /** By `stock.limit`, `stock.shipsIn` and `stock.shipsOn`. */
  errors: Record<string, string>;
  /** Of a form, which finds its fields by their names. */
  isNamed?: boolean;
}

function PolicyFields({ value, onChange, errors, isNamed = false }: PolicyFieldsProps) {
  const { policy } = value;
  const shown: readonly string[] = POLICY_FIELDS[policy];
  const field = (name: keyof PolicyTexts) => ({
    name: isNamed ? `stock.${name}` : undefined,
    value: value[name],
    error: errors[`stock.${name}`],
    autoComplete: 'off',
    className: 'min-w-0',
    onChange: (event: { target: { value: string } }) => onChange({ ...value, [name]: event.target.value }),
  });
  return (
    <div className="grid gap-4">
      <SelectField
        label={words.label}
        hint={words.hints[policy]}
        error={errors.stock}
        value={policy}
        onChange={({ target }) => isPolicyName(target.value) && onChange({ ...value, policy: target.value })}
      >
        {STOCK_POLICIES.map((it) => (
          <option key={it} value={it}>
            {words.policies[it]}
          </option>
        ))}
      </SelectField>
      {shown.length > 0 && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] items-start gap-4">
          {shown.includes('shipsOn') && <TextField label={words.shipsOn} hint={words.shipsOnHint} type="date" {...field('shipsOn')} />}
          {(policy === 'backorder' || policy === 'preorder') && (
            <TextField label={words.limit} hint={words.limitHints[policy]} inputMode="numeric" {...field('limit')} />
          )}
          {shown.includes('shipsIn') && (
            <TextField label={words.shipsIn} hint={words.shipsInHint} maxLength={SHIPS_IN_MAX_LENGTH} {...field('shipsIn')} />
          )}
        </div>
      )}
    </div>
  );
}

/** As a part of a form: its value is one text in the field `stock`. */
export function PolicyField({ value, errors }: { value: string; errors: Record<string, string> }) {
  const [texts, setTexts] = useState(() => parsePolicy(value));
  return (
    <div>
      <input type="hidden" name="stock" value={serializePolicy(texts)} />
      <PolicyFields value={texts} onChange={setTexts} errors={errors} isNamed />
    </div>
  );
}

interface PolicyDialogProps {
  title: string;
  value: string;
  close: () => void;
  apply: (value: string) => void;
}

/** For a variant, or several. It isn't a form of its own: it may be inside of one. */
export function PolicyDialog({ title, value, close, apply }: PolicyDialogProps) {
  const [texts, setTexts] = useState(() => parsePolicy(value));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = () => {
    const text = serializePolicy(texts);
    const issues = checkPolicy(text);
    setErrors(Object.fromEntries(issues.map((it) => [it.path, it.code === 'required' ? words.notADay : describeIssue(it)])));
    if (issues.length) return;
    apply(text);
    close();
  };
  return (
    <Dialog title={title} close={close} closeLabel={words.close}>
      <div className="grid gap-5">
        <PolicyFields value={texts} onChange={setTexts} errors={errors} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={close}>
            {words.cancel}
          </Button>
          <Button onClick={submit}>{words.apply}</Button>
        </div>
      </div>
    </Dialog>
  );
}

interface PolicyButtonProps {
  name: string;
  value: string;
  error: string | undefined;
  set: (value: string) => void;
}

/** Below a variant's stock: by which policy it is sold. */
export function PolicyButton({ name, value, error, set }: PolicyButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`${words.change(name)}: ${describePolicy(value)}`}
        onClick={() => setIsOpen(true)}
        className="mt-1 min-h-6 max-w-full truncate text-small text-soft underline decoration-dotted decoration-edge underline-offset-4 hover:text-ink"
      >
        {words.names[parsePolicy(value).policy]}
      </button>
      {error && <p className="mt-1 text-small text-danger">{error}</p>}
      {isOpen && <PolicyDialog title={words.change(name)} value={value} close={() => setIsOpen(false)} apply={set} />}
    </>
  );
}
