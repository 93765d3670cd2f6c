/** Searches a list by a keyword, which stands in the URL, beside any fields that narrow it down further. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';

/** `read` says what is typed: any of the fields beside it applies that too. */
export function useKeyword(keyword: string) {
  const ref = useRef<HTMLInputElement>(null);
  // Back and forward show the keyword of that page, not what was typed last.
  useEffect(() => {
    if (ref.current) ref.current.value = keyword;
  }, [keyword]);
  return { ref, keyword, read: () => ref.current?.value.trim() ?? '' };
}

/** As long as somebody types faster than this, in milliseconds, nothing is searched. */
const TYPING_PAUSE = 200;

/** What was typed, as soon as there is a pause: for a field that searches without a button. */
export function usePausedText(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

interface KeywordFormProps {
  input: { ref: RefObject<HTMLInputElement | null>; keyword: string };
  label: string;
  maxLength: number;
  submitLabel: string;
  onSubmit: () => void;
  children?: ReactNode;
}

export function KeywordForm({ input, label, maxLength, submitLabel, onSubmit, children }: KeywordFormProps) {
  return (
    <search className="mb-5 block">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <TextField
          ref={input.ref}
          label={label}
          type="search"
          name="keyword"
          defaultValue={input.keyword}
          maxLength={maxLength}
          autoComplete="off"
          enterKeyHint="search"
          className="min-w-0 grow basis-56 sm:max-w-96"
        />
        {children}
        <Button type="submit" variant="secondary" className="min-h-11">
          {submitLabel}
        </Button>
      </form>
    </search>
  );
}
