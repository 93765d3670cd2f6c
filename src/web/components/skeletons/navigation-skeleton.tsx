/**
 * Around every page: where the next one is long in coming, its shape stands here. The old page waits out of sight, and is
 * back where the person asks for it after all.
 */
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { SKELETON_DELAY_MS } from '../../constants.ts';
import { nav } from '../../messages/navigation.ts';
import { ContentPageSkeleton, ProductListSkeleton } from './product-list-skeleton.tsx';
import { ProductPageSkeleton } from './product-page-skeleton.tsx';

/** Null for pages that come at once or show their own wait. */
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

/** The key of the place that is on its way, once that has taken long enough to be felt. */
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

  // Where the old page was is kept by the router already, for whoever comes back.
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
