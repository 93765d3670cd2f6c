/** The search in the bar. Without a script it is a plain form that leads to the same page. */
import { type RefObject, useEffect, useState } from 'react';
import toast from 'react-hot-toast';
import { useLocation, useNavigate } from 'react-router';
import { SEARCH_MAX_LENGTH } from '../../../contract/product.ts';
import { nav } from '../../messages.ts';
import { searchFor } from '../../state/search.ts';
import { SearchIcon } from '../../ui/icons.tsx';
import { Spinner } from '../../ui/spinner.tsx';

function keywordIn(search: string): string {
  return new URLSearchParams(search).get('keyword') ?? '';
}

interface SearchFormProps {
  input: RefObject<HTMLInputElement | null>;
  /** Left empty, or with Escape. */
  onLeave: () => void;
  className?: string;
}

export function SearchForm({ input, onLeave, className }: SearchFormProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const shown = location.pathname === '/searched/products' ? keywordIn(location.search) : '';

  // Back and forward bring the words of that page, not what was typed last.
  useEffect(() => {
    if (input.current) input.current.value = shown;
  }, [shown, input]);

  const submit = async (keyword: string) => {
    setIsBusy(true);
    try {
      await searchFor(keyword);
      await navigate(`/searched/products?keyword=${encodeURIComponent(keyword)}`);
    } catch (error) {
      console.error(error);
      toast.error(nav.searchFailed);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <search className={className}>
      <form
        action="/searched/products"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          const keyword = input.current?.value.trim();
          if (keyword && !isBusy) void submit(keyword);
        }}
      >
        <span className="pointer-events-none absolute inset-y-0 left-0 flex w-11 items-center justify-center text-soft">
          {isBusy ? <Spinner size={16} /> : <SearchIcon />}
        </span>
        <input
          ref={input}
          type="search"
          name="keyword"
          defaultValue={shown}
          required
          maxLength={SEARCH_MAX_LENGTH}
          aria-label={nav.search}
          placeholder={nav.search}
          autoComplete="off"
          enterKeyHint="search"
          onKeyDown={(event) => event.key === 'Escape' && onLeave()}
          onBlur={(event) => !event.target.value && onLeave()}
          className="h-10 w-full rounded-full border border-edge/50 bg-raised pr-4 pl-11 hover:border-edge focus:border-accent focus:outline-2 focus:outline-accent/60"
        />
        <button type="submit" className="sr-only focus:not-sr-only">
          {nav.searchButton}
        </button>
      </form>
    </search>
  );
}
