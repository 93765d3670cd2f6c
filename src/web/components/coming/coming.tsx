/**
 * Around every page: where the next one is long in coming, its shape stands here. The old page waits out of sight, and is
 * back as it was if the person stays after all.
 */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { COMING_AFTER_MS } from '../../constants.ts';
import { ComingList } from './coming-list.tsx';
import { ComingProduct } from './coming-product.tsx';

/** Null for pages that come at once or show their own wait. */
function shapeOf(pathname: string): ReactNode {
  const [, kind, slug, ...rest] = pathname.replace(/\/$/, '').toLowerCase().split('/');
  if (rest.length) return null;
  if (kind === 'product' && slug) return <ComingProduct slug={slug} />;
  if (kind === 'category' && slug) return <ComingList slug={slug} />;
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

  const hereKey = useRef(here.key);
  hereKey.current = here.key;
  useLayoutEffect(() => {
    if (!isComing) return;
    const from = { key: hereKey.current, top: window.scrollY };
    window.scrollTo(0, 0);
    return () => {
      if (hereKey.current === from.key) window.scrollTo(0, from.top);
    };
  }, [isComing]);

  return (
    <>
      {shape}
      <div hidden={isComing}>{children}</div>
    </>
  );
}
