import { useRevalidator } from 'react-router';
import { invalidateCategories } from '../state/categories.ts';

/** Reloads categories and settings after an admin changed them. */
export function useRevalidateShop(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return () => {
    invalidateCategories();
    return revalidate();
  };
}
