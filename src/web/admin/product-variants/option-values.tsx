/** The values of an option as chips. A selected one can be renamed, moved and removed; Alt and arrow keys move it, Delete removes it. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { OPTION_VALUE_MAX_LENGTH } from '../../../contract/limits.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import { ChevronIcon, CloseIcon } from '../../kit/icons.tsx';
import { productVariants as words } from './messages.ts';
import type { Variants } from './use-variants.ts';
import { moveValue, type OptionDraft, removeValue, renameValue } from './variant-drafts.ts';

interface OptionValuesProps {
  option: OptionDraft;
  variants: Variants;
  announce: (text: string) => void;
}

export function OptionValues({ option: { key, values }, variants, announce }: OptionValuesProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  /** The value whose chip gets the focus once the chips have changed. */
  const focused = useRef<string | null>(null);
  const edited = chosen !== null && values.includes(chosen) ? chosen : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chips are there once the values are
  useEffect(() => {
    const value = focused.current;
    focused.current = null;
    if (value === null) return;
    const chip = [...(list.current?.querySelectorAll<HTMLElement>('[data-value]') ?? [])].find((it) => it.dataset.value === value);
    (chip ?? list.current?.parentElement?.querySelector<HTMLElement>('input'))?.focus();
  }, [values, edited]);

  const move = (value: string, by: -1 | 1) => {
    const to = values.indexOf(value) + by;
    if (to < 0 || to >= values.length) return;
    announce(words.moved(value, to + 1, values.length));
    variants.change((it) => moveValue(it, key, value, by));
  };
  const remove = (value: string) => {
    const at = values.indexOf(value);
    focused.current = values[at + 1] ?? values[at - 1] ?? '';
    variants.remove((it) => removeValue(it, key, value));
  };
  const handleKey = (event: KeyboardEvent, value: string) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key] as -1 | 1 | undefined;
    if (by && event.altKey) {
      focused.current = value;
      move(value, by);
    } else if (by) {
      const next = values[values.indexOf(value) + by];
      list.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next ?? value)}"]`)?.focus();
    } else if (event.key === 'Delete' || event.key === 'Backspace') remove(value);
    else return;
    event.preventDefault();
  };
  const close = () => {
    focused.current = edited;
    setChosen(null);
  };

  if (!values.length) return null;
  return (
    <>
      <ul ref={list} className="flex max-h-80 flex-wrap gap-2 overflow-y-auto">
        {values.map((value) => (
          <li
            key={value}
            className={classNames(
              'flex min-w-0 items-center rounded-full border',
              value === edited ? 'border-accent bg-accent-ground' : 'border-line bg-raised',
            )}
          >
            <button
              type="button"
              data-value={value}
              aria-label={words.editValue(value)}
              aria-expanded={value === edited}
              onClick={() => setChosen(value === edited ? null : value)}
              onKeyDown={(event) => handleKey(event, value)}
              className="min-h-9 min-w-0 rounded-l-full py-1 pr-1 pl-3.5"
            >
              <bdi>{value}</bdi>
            </button>
            <button
              type="button"
              aria-label={words.removeValue(value)}
              onClick={() => remove(value)}
              className="inline-flex size-9 shrink-0 items-center justify-center rounded-r-full text-soft hover:text-ink"
            >
              <CloseIcon size={14} />
            </button>
          </li>
        ))}
      </ul>
      {edited !== null && (
        <ValueEditor
          key={edited}
          value={edited}
          index={values.indexOf(edited)}
          count={values.length}
          rename={(text) => {
            const renamed = renameValue(variants.drafts, key, edited, text);
            if (!renamed) return false;
            variants.change(() => renamed);
            focused.current = text.trim() || edited;
            setChosen(null);
            return true;
          }}
          move={(by) => move(edited, by)}
          close={close}
        />
      )}
    </>
  );
}

interface ValueEditorProps {
  value: string;
  index: number;
  count: number;
  /** False: another value has that name. */
  rename: (text: string) => boolean;
  move: (by: -1 | 1) => void;
  close: () => void;
}

function ValueEditor({ value, index, count, rename, move, close }: ValueEditorProps) {
  const [text, setText] = useState(value);
  const [isRepeated, setIsRepeated] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const save = () => setIsRepeated(!rename(text));
  return (
    <div className="grid gap-1">
      <div className="flex items-center gap-2">
        <input
          ref={input}
          value={text}
          aria-label={words.rename}
          aria-invalid={isRepeated || undefined}
          maxLength={OPTION_VALUE_MAX_LENGTH}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
            event.preventDefault();
            if (event.key === 'Enter') save();
            else close();
          }}
          className="input min-w-0 flex-1"
        />
        <Button
          variant="quiet"
          size="small"
          className="min-h-11"
          aria-label={words.moveBack(value)}
          aria-disabled={index === 0 || undefined}
          onClick={() => move(-1)}
        >
          <ChevronIcon className="rotate-90" />
        </Button>
        <Button
          variant="quiet"
          size="small"
          className="min-h-11"
          aria-label={words.moveForward(value)}
          aria-disabled={index === count - 1 || undefined}
          onClick={() => move(1)}
        >
          <ChevronIcon className="-rotate-90" />
        </Button>
        <Button variant="secondary" size="small" className="min-h-11" onClick={save}>
          {words.close}
        </Button>
      </div>
      {isRepeated && (
        <p role="alert" className="text-small text-danger">
          {words.repeated(text.trim())}
        </p>
      )}
    </div>
  );
}
