import { useEffect, useState } from 'react';
import type { Category } from '../../../../contract/category.ts';
import { listSuggestions, type Product } from '../../../../contract/product.ts';
import { api } from '../../../api.ts';
import { SUGGEST_DEBOUNCE_MS, SUGGEST_STALE_MS } from '../../../constants.ts';

interface SuggestionResult {
  keyword: string;
  products: Product[];
  categories: Category[];
}

/** For the last text that stood still for a moment. Whatever was asked before is taken back; what fails gives nothing. */
export function useSuggestions(keyword: string): SuggestionResult | null {
  const [result, setResult] = useState<SuggestionResult | null>(null);
  const isStale = result !== null && result.keyword !== keyword;

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const response = await api(listSuggestions, { params: { keyword }, signal: controller.signal }).catch(() => null);
      if (!controller.signal.aborted) setResult(response && { ...response, keyword });
    }, SUGGEST_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [keyword]);

  // What belongs to the text before is gone soon, but not between two letters: its pictures would flash.
  useEffect(() => {
    if (!isStale) return;
    const timer = setTimeout(() => setResult(null), SUGGEST_STALE_MS);
    return () => clearTimeout(timer);
  }, [isStale]);

  return result;
}
