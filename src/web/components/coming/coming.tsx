/**
 * Around every page: where the next one is long in coming, its shape stands here. The old page waits out of sight, and is
 * back where the person asks for it after all.
 */
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { COMING_AFTER_MS } from '../../constants.ts';
import { nav } from '../../messages.ts';
import { ComingList, ComingText } from './coming-list.tsx';
import { ComingProduct } from './coming-product.tsx';

/** Null for pages that come at once or show their own wait. */
function shapeOf(pathname: string): ReactNode {
  const [, kind, slug, ...rest] = pathname.replace(/\/$/, '').toLowerCase().split('/');
  if (rest.length) return null;
  if (kind === 'product' && slug) return <ComingProduct slug={slug} />;
  if (kind === 'category' && slug) return <ComingList slug={slug} />;
  if (kind === 'category' || kind === 'categories') return <ComingList title={nav.categories} />;
  if (kind === 'about' || kind === 'contact' || kind === 'policy') return <ComingText title={nav[kind]} />;
  if (kind === undefined || (kind === 'searched' && slug === 'products')) return <ComingList />;
  return null;
}

/** The key of the place that is on its way, once that has taken long enough to be felt. */
function useLateKey(key: string | undefined): string | null {
  const [lateKey, setLateKey] = useState<string | null>(null);
  useEffect(() => {
    if (key === undefined) return;
    const timer = setTimeout(() => setLateKey(key), COMING_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLateKey(null);
    };
  }, [key]);
  return lateKey;
}

export function Coming({ children }: { children: ReactNode }) {
  const here = useLocation();
  const { location: next } = useNavigation();
  const target = next && next.pathname !== here.pathname ? next : undefined;
  const lateKey = useLateKey(target?.key);
  const shape = target && target.key === lateKey ? shapeOf(target.pathname) : null;
  const isComing = shape !== null;

  // Where the old page was is kept by the router already, for whoever comes back.
  useLayoutEffect(() => {
    if (isComing) window.scrollTo(0, 0);
  }, [isComing]);

  return (
    <>
      {shape}
      <div hidden={isComing}>{children}</div>
    </>
  );
}
