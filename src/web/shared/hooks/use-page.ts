import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/** The page number in the URL; 1 if it is invalid. */
export function usePage(): number {
  const page = Number(useSearchParams()[0].get('page'));
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** The number of pages. A page beyond the last one, as after deleting its only row, redirects to the last. */
export function usePageCount(page: number, list: { total: number; limit: number } | null, to = (it: number) => `?page=${it}`): number {
  const navigate = useNavigate();
  const pageCount = list ? Math.max(1, Math.ceil(list.total / list.limit)) : page;
  const redirectTo = page > pageCount ? to(pageCount) : null;
  useEffect(() => {
    if (redirectTo !== null) void navigate(redirectTo, { replace: true });
  }, [redirectTo, navigate]);
  return pageCount;
}
