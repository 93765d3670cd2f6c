import { useRevalidator } from 'react-router';
import { invalidateCategories } from '../state/categories.ts';

/** After a change by an admin: the bar and whatever else the frame shows get the new state. */
export function useRevalidateShop(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return () => {
    invalidateCategories();
    return revalidate();
  };
}
