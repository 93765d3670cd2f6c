/** One option: its name, and its values, which are added by Enter or a comma. */

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { OPTION_VALUE_MAX_LENGTH, VARIANTS_MAX } from '../../../contract/limits.ts';
import { cutText } from '../../../contract/values.ts';
import { Button } from '../../kit/button.tsx';
import { ChevronIcon, CloseIcon } from '../../kit/icons.tsx';
import type { FormState } from '../../shared/hooks/use-form.ts';
import { productVariants as words } from './messages.ts';
import { OptionValues } from './option-values.tsx';
import type { Variants } from './use-variants.ts';
import { addValues, type OptionDraft, renameOption } from './variant-drafts.ts';
import { toOptionFieldName } from './variant-texts.ts';

interface OptionFieldProps {
  option: OptionDraft;
  index: number;
  count: number;
  /** A new field gets the focus. */
  isNew: boolean;
  variants: Variants;
  errors: FormState['errors'];
  readPrice: () => string;
  announce: (text: string) => void;
  move: (by: -1 | 1, name: string) => void;
  remove: () => void;
}

export function OptionField({ option, index, count, isNew, variants, errors, readPrice, announce, move, remove }: OptionFieldProps) {
  const { key, values } = option;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const name = option.name.trim() || words.option(index + 1);
  const [nameField, valuesField] = [toOptionFieldName('name', key), toOptionFieldName('values', key)];
  const valuesError = problem ?? errors[valuesField];

  useEffect(() => {
    if (isNew) nameInput.current?.focus();
  }, [isNew]);

  const add = (typed: string) => {
    if (!typed.trim()) return setText('');
    const { drafts, problem: found } = addValues(variants.drafts, key, typed.split(','), readPrice());
    if (drafts !== variants.drafts) variants.change(() => drafts);
    if (found?.kind === 'too_many') setProblem(words.tooMany(found.count, VARIANTS_MAX));
    else setProblem(found && words.repeated(found.value));
    if (!found) announce(words.added(typed.trim()));
    if (found?.kind !== 'too_many') setText('');
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // While an input method composes a character, its keys belong to it.
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
    event.preventDefault();
    add(text);
  };

  return (
    <li className="grid min-w-0 gap-3 rounded-control border border-line p-3">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <input
            ref={nameInput}
            name={nameField}
            value={option.name}
            aria-label={words.optionName(index + 1)}
            aria-invalid={errors[nameField] ? true : undefined}
            aria-describedby={errors[nameField] && `${nameField}-error`}
            placeholder={words.optionPlaceholder}
            maxLength={OPTION_VALUE_MAX_LENGTH}
            autoComplete="off"
            onChange={(event) => variants.change((it) => renameOption(it, key, event.target.value))}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            className="input font-[560]"
          />
          {errors[nameField] && (
            <p id={`${nameField}-error`} className="mt-1 text-small text-danger">
              {errors[nameField]}
            </p>
          )}
        </div>
        {count > 1 && (
          <>
            <Button
              variant="quiet"
              size="small"
              className="min-h-11"
              aria-label={words.moveOptionUp(name)}
              aria-disabled={index === 0 || undefined}
              onClick={() => index > 0 && move(-1, name)}
            >
              <ChevronIcon className="rotate-180" />
            </Button>
            <Button
              variant="quiet"
              size="small"
              className="min-h-11"
              aria-label={words.moveOptionDown(name)}
              aria-disabled={index === count - 1 || undefined}
              onClick={() => index < count - 1 && move(1, name)}
            >
              <ChevronIcon />
            </Button>
          </>
        )}
        <Button variant="quiet" size="small" className="min-h-11" aria-label={words.removeOption(name)} onClick={remove}>
          <CloseIcon />
        </Button>
      </div>
      <OptionValues option={option} variants={variants} announce={announce} />
      <div>
        <input
          name={valuesField}
          value={text}
          aria-label={words.values(name)}
          aria-invalid={valuesError ? true : undefined}
          aria-describedby={`${valuesField}-hint ${valuesField}-error`}
          placeholder={values.length ? words.addValue : words.valuesPlaceholder}
          autoComplete="off"
          onChange={({ target }) => {
            setProblem(null);
            if (target.value.includes(',')) add(target.value);
            else setText(cutText(target.value, OPTION_VALUE_MAX_LENGTH));
          }}
          onKeyDown={handleKey}
          onBlur={() => add(text)}
          className="input"
        />
        <p id={`${valuesField}-error`} aria-live="polite" className="mt-1 text-small text-danger empty:hidden">
          {valuesError}
        </p>
        <p id={`${valuesField}-hint`} className="mt-1 text-small text-soft">
          {words.valuesHint}
        </p>
      </div>
    </li>
  );
}
