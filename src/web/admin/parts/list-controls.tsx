/** What long lists have in common: the search by a keyword, and pages that start at a row. */
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button } from '../../kit/button.tsx';
import { TextField } from '../../kit/field.tsx';
import { usePage, usePageCount } from '../../shared/hooks/use-page.ts';

/** The keyword that a list is searched by, which is in the URL. `read` returns what is typed: the fields beside it apply that too. */
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

/**
 * Pages of a list that is counted only up to a limit: the next and previous page are found by the first and last row that are shown, so any
 * page can be reached.
 */
interface KeysetQuery {
  page: number;
  after?: string;
  before?: string;
}

/** A UUID or a number. */
const isKey = (text: string) => /^[\da-f-]{1,36}$/i.test(text);

/** The page in the URL, and the row that it starts after or ends before; invalid values are ignored. */
export function useKeysetQuery(): KeysetQuery {
  const search = useSearchParams()[0];
  const page = usePage();
  const [after, before] = ['after', 'before'].map((it) => search.get(it) ?? '');
  if (after && isKey(after)) return { page, after };
  return before && isKey(before) ? { page, before } : { page };
}

interface KeysetList {
  total: number;
  limit: number;
  /** There are more than `total`. */
  isAbout: boolean;
  hasNext: boolean;
  /** Ids of the rows that are shown. */
  ids: string[];
}

/** How many pages can be linked to: the counted ones and, beyond them, the next one. */
function countPages(page: number, { total, limit, isAbout, hasNext, ids }: KeysetList): number {
  const counted = Math.max(1, Math.ceil(total / limit));
  if (!isAbout || !ids.length) return counted;
  return Math.max(counted, hasNext ? page + 1 : page);
}

export function useKeysetPagination(
  page: number,
  list: KeysetList | null,
  toUrl = (it: number) => `?page=${it}`,
): { pages: number; to: (page: number) => string } {
  const pages = usePageCount(page, list && { total: countPages(page, list), limit: 1 }, toUrl);
  const to = (it: number) => {
    if (!list?.isAbout || it === 1) return toUrl(it);
    if (it === page + 1) return `${toUrl(it)}&after=${list.ids.at(-1)}`;
    return it === page - 1 ? `${toUrl(it)}&before=${list.ids[0]}` : toUrl(it);
  };
  return { pages, to };
}
