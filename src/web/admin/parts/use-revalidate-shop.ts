import { useRevalidator } from 'react-router';
import { markShopOutdated } from '../../shared/shop-data.ts';

/** Reloads categories and settings after an admin changed them. */
export function useRevalidateShop(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return () => {
    markShopOutdated();
    return revalidate();
  };
}
