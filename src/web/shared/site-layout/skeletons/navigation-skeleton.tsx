/**
 * Wraps every page: while a navigation takes long, shows a skeleton of the next page. The old page is only hidden, so
 * that cancelling the navigation brings it back unchanged.
 */
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { SKELETON_DELAY_MS } from '../../../constants.ts';
import { nav } from '../../messages/navigation.ts';
import { ContentPageSkeleton, ProductListSkeleton } from './product-list-skeleton.tsx';
import { ProductPageSkeleton } from './product-page-skeleton.tsx';

/** Null for pages that load instantly or show their own loading state. */
function renderSkeleton(pathname: string): ReactNode {
  const [, kind, slug, ...rest] = pathname.replace(/\/$/, '').toLowerCase().split('/');
  if (rest.length) return null;
  if (kind === 'product' && slug) return <ProductPageSkeleton slug={slug} />;
  if (kind === 'category' && slug) return <ProductListSkeleton slug={slug} />;
  if (kind === 'category' || kind === 'categories') return <ProductListSkeleton title={nav.categories} />;
  if (kind === 'about' || kind === 'contact' || kind === 'policy') return <ContentPageSkeleton title={nav[kind]} />;
  if (kind === undefined || (kind === 'searched' && slug === 'products')) return <ProductListSkeleton />;
  return null;
}

/** The key of the next location, once loading it has taken longer than SKELETON_DELAY_MS. */
function useDelayedKey(key: string | undefined): string | null {
  const [delayedKey, setDelayedKey] = useState<string | null>(null);
  useEffect(() => {
    if (key === undefined) return;
    const timer = setTimeout(() => setDelayedKey(key), SKELETON_DELAY_MS);
    return () => {
      clearTimeout(timer);
      setDelayedKey(null);
    };
  }, [key]);
  return delayedKey;
}

export function NavigationSkeleton({ children }: { children: ReactNode }) {
  const currentLocation = useLocation();
  const { location: nextLocation } = useNavigation();
  const target = nextLocation && nextLocation.pathname !== currentLocation.pathname ? nextLocation : undefined;
  const delayedKey = useDelayedKey(target?.key);
  const skeleton = target && target.key === delayedKey ? renderSkeleton(target.pathname) : null;
  const isPending = skeleton !== null;

  // The router has saved the old page's scroll position already.
  useLayoutEffect(() => {
    if (isPending) window.scrollTo(0, 0);
  }, [isPending]);

  return (
    <>
      {skeleton}
      <div hidden={isPending}>{children}</div>
    </>
  );
}
