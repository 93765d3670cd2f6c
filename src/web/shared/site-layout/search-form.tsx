/** The search form in the header: it leads to the search page, whose loader asks the server. With JavaScript, suggestions appear while typing. */
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate, useNavigation } from 'react-router';
import { SEARCH_MAX_LENGTH } from '../../../contract/limits.ts';
import { SearchIcon } from '../../kit/icons.tsx';
import { Spinner } from '../../kit/loading.tsx';
import { nav } from '../messages/common.ts';
import type { SearchInputProps, Suggestions } from './suggestions.tsx';

const readKeyword = (location: Location | undefined) =>
  (location?.pathname === '/searched/products' && new URLSearchParams(location.search).get('keyword')) || '';

const CLOSED_COMBOBOX_PROPS: SearchInputProps = { role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list' };

interface SearchFormProps {
  input: RefObject<HTMLInputElement | null>;
  /** Called on Escape, on blur when the input is empty, and once results are shown. */
  onLeave: () => void;
  className?: string;
}

export function SearchForm({ input, onLeave, className }: SearchFormProps) {
  const navigate = useNavigate();
  const urlKeyword = readKeyword(useLocation());
  const loadingKeyword = readKeyword(useNavigation().location);
  const isBusy = loadingKeyword !== '' && loadingKeyword !== urlKeyword;
  /** The keyword to show suggestions for; empty hides them. */
  const [typed, setTyped] = useState('');
  const [SuggestionsPopover, setSuggestionsPopover] = useState<typeof Suggestions>();
  // Set after mount: without JavaScript the input must not claim to have a list.
  const [inputProps, setInputProps] = useState<SearchInputProps>();
  const keyHandler = useRef<(event: KeyboardEvent) => void>(null);

  useEffect(() => setInputProps(CLOSED_COMBOBOX_PROPS), []);

  // Back and forward show the keyword of that page, not what was typed last.
  useEffect(() => {
    if (input.current) input.current.value = urlKeyword;
  }, [urlKeyword, input]);

  const close = () => setTyped('');

  const submit = async (keyword: string) => {
    close();
    await navigate(`/searched/products?keyword=${encodeURIComponent(keyword)}`);
    onLeave();
  };

  return (
    <search className={className}>
      <form
        action="/searched/products"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          const keyword = input.current?.value.trim();
          if (keyword && keyword !== loadingKeyword) void submit(keyword);
        }}
      >
        <span className="pointer-events-none absolute inset-y-0 left-0 flex w-11 items-center justify-center text-soft">
          {isBusy ? <Spinner size={16} /> : <SearchIcon />}
        </span>
        <input
          {...inputProps}
          ref={input}
          type="search"
          name="keyword"
          defaultValue={urlKeyword}
          required
          maxLength={SEARCH_MAX_LENGTH}
          aria-label={nav.search}
          placeholder={nav.search}
          autoComplete="off"
          enterKeyHint="search"
          onFocus={() => {
            // Search works without suggestions too, so a failed import is ignored.
            import('./suggestions.tsx').then((it) => setSuggestionsPopover(() => it.Suggestions)).catch(() => {});
          }}
          onInput={(event) => setTyped(event.currentTarget.value.trim())}
          onKeyDown={(event) => {
            keyHandler.current?.(event);
            if (event.defaultPrevented) return;
            if (event.key === 'Escape') onLeave();
            if (event.key === 'ArrowDown') setTyped(event.currentTarget.value.trim());
          }}
          onBlur={(event) => {
            close();
            if (!event.target.value) onLeave();
          }}
          className="search-input"
        />
        {SuggestionsPopover && typed && (
          <SuggestionsPopover
            keyword={typed}
            keyHandler={keyHandler}
            onInputProps={(props = CLOSED_COMBOBOX_PROPS) => setInputProps(props)}
            submitSearch={() => input.current?.form?.requestSubmit()}
            close={close}
            onSelect={() => {
              if (input.current) input.current.value = '';
              close();
              onLeave();
            }}
          />
        )}
        <button type="submit" className="search-submit">
          {nav.searchButton}
        </button>
      </form>
    </search>
  );
}
