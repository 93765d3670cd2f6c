import { useEffect, useState } from 'react';
import type { Category } from '../../../../contract/category.ts';
import { listSuggestions, type Product } from '../../../../contract/product.ts';
import { api } from '../../../api.ts';
import { SUGGEST_AFTER_MS, SUGGEST_STALE_MS } from '../../../constants.ts';

interface Found {
  keyword: string;
  products: Product[];
  categories: Category[];
}

/** For the last text that stood still for a moment. Whatever was asked before is taken back; what fails gives nothing. */
export function useSuggestions(keyword: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const isStale = found !== null && found.keyword !== keyword;

  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await api(listSuggestions, { params: { keyword }, signal: stop.signal }).catch(() => null);
      if (!stop.signal.aborted) setFound(answer && { ...answer, keyword });
    }, SUGGEST_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [keyword]);

  // What belongs to the text before is gone soon, but not between two letters: its pictures would flash.
  useEffect(() => {
    if (!isStale) return;
    const timer = setTimeout(() => setFound(null), SUGGEST_STALE_MS);
    return () => clearTimeout(timer);
  }, [isStale]);

  return found;
}
