import { useRevalidator } from 'react-router';
import { invalidateCategories } from '../../state/categories.ts';
import { setShopOutdated } from '../../state/shop-outdated.ts';

/** Reloads categories and settings after an admin changed them. */
export function useRevalidateShop(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return () => {
    invalidateCategories();
    setShopOutdated(true);
    return revalidate();
  };
}
