import { useEffect, useState } from 'react';
import type { Category } from '../../../../contract/category.ts';
import { type FoundProduct, listSuggestions } from '../../../../contract/product.ts';
import { api } from '../../../api.ts';
import { SUGGEST_DEBOUNCE_MS, SUGGEST_STALE_MS } from '../../../constants.ts';

interface SuggestionResult {
  keyword: string;
  products: FoundProduct[];
  categories: Category[];
}

/** Suggestions for the keyword, debounced. A new keyword aborts the previous request; errors give no suggestions. */
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

  // Drop outdated suggestions after a delay: removing them on every key press would make the images flicker.
  useEffect(() => {
    if (!isStale) return;
    const timer = setTimeout(() => setResult(null), SUGGEST_STALE_MS);
    return () => clearTimeout(timer);
  }, [isStale]);

  return result;
}
