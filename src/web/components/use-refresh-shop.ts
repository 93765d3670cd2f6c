import { useRevalidator } from 'react-router';
import { forgetCategories } from '../state/categories.ts';

/** After a change by an admin: the bar and whatever else the frame shows get the new state. */
export function useRefreshShop(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return () => {
    forgetCategories();
    return revalidate();
  };
}
