/** One search over pages, orders, products and customers. The focus stays in its input. */
import { useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { TeamRole } from '../../../contract/access.ts';
import { SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { DialogBase } from '../../kit/dialog.tsx';
import { SearchIcon } from '../../kit/icons.tsx';
import { Option, useListbox } from '../../kit/listbox.tsx';
import { Spinner } from '../../kit/loading.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { OptionGroup } from '../../shared/site-layout/suggestions.tsx';
import { findPages, findRecords } from './find-matches.ts';
import { adminSearch as words } from './messages.ts';

/** As long as somebody types faster than this, in milliseconds, nothing is asked. */
const TYPING_PAUSE = 200;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

export function SearchDialog({ role, close }: { role: TeamRole | null; close: () => void }) {
  const titleId = useId();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const keyword = text.trim();
  const paused = usePaused(keyword);
  const { data, error, isLoading } = useLoad(paused, async (api, signal) => ({
    keyword: paused,
    groups: await findRecords(api, paused, signal),
  }));
  // Results for an earlier keyword would be opened by mistake.
  const records = data?.keyword === keyword ? data.groups : [];
  const isSearching = keyword !== paused || isLoading;
  const pages = findPages(keyword, role);
  // What is called so comes before what only has to do with it.
  const groups = [pages.named, ...records, pages.related];
  const ids = groups.flatMap(({ matches }) => matches.map(({ to }) => to));
  const choose = (to: string) => {
    close();
    void navigate(to);
  };
  const list = useListbox({ ids, isOpen: true, choose, close });
  const [firstId = null] = ids;
  const { setActiveId } = list;

  // Enter opens the first one, which another word makes another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: so does each word that is typed
  useEffect(() => setActiveId(firstId), [firstId, keyword]);

  const isEmpty = ids.length === 0;
  return (
    <DialogBase labelledBy={titleId} variant="card" isDismissable close={close} className="mt-[12vh] sm:max-w-[38rem]">
      <h2 id={titleId} className="sr-only">
        {words.title}
      </h2>
      <div className="sticky top-0 z-10 flex items-center gap-3 border-b border-line bg-raised px-5">
        <span className="flex w-5 justify-center text-soft">{isSearching ? <Spinner size={16} /> : <SearchIcon />}</span>
        <input
          {...list.inputProps}
          type="search"
          aria-labelledby={titleId}
          placeholder={words.placeholder}
          maxLength={SEARCH_MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={list.onKeyDown}
          className="h-14 min-w-0 grow bg-transparent text-large outline-none placeholder:text-soft [&::-webkit-search-cancel-button]:hidden"
        />
        <kbd className="key max-sm:hidden">Esc</kbd>
      </div>
      <div
        role="listbox"
        id={list.listId}
        aria-label={words.results}
        // Clicking must not take the focus from the input.
        onMouseDown={(event) => event.preventDefault()}
        className={isEmpty ? '' : 'min-h-40 p-2'}
      >
        {groups.map(({ label, matches }) => (
          <OptionGroup key={label} label={label}>
            {matches.map(({ to, label: name, note }) => (
              <Option key={to} {...list.optionProps(to)}>
                <bdi className="min-w-0 grow truncate">{name}</bdi>
                {note && <bdi className="max-w-1/2 shrink-0 truncate text-small text-soft">{note}</bdi>}
              </Option>
            ))}
          </OptionGroup>
        ))}
      </div>
      <p role="status" className={isEmpty ? 'min-h-40 p-5 text-soft' : error ? 'px-5 pb-5 text-soft' : 'sr-only'}>
        {describeState({ keyword, isEmpty, isSearching, error })}
      </p>
    </DialogBase>
  );
}

interface SearchState {
  keyword: string;
  isEmpty: boolean;
  isSearching: boolean;
  error: unknown;
}

function describeState({ keyword, isEmpty, isSearching, error }: SearchState): string {
  if (isSearching) return keyword ? words.searching : '';
  if (error) return words.failed;
  return isEmpty ? words.nothing(keyword) : '';
}
