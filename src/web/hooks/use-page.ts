import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/** The page that the address asks for; whatever is no page number is the first. */
export function usePage(): number {
  const page = Number(useSearchParams()[0].get('page'));
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

/** How many pages there are. Who stands beyond the last one, as after deleting its only row, is brought to it. */
export function usePageCount(page: number, list: { total: number; limit: number } | null, to = (it: number) => `?page=${it}`): number {
  const navigate = useNavigate();
  const pageCount = list ? Math.max(1, Math.ceil(list.total / list.limit)) : page;
  const redirectTo = page > pageCount ? to(pageCount) : null;
  useEffect(() => {
    if (redirectTo !== null) void navigate(redirectTo, { replace: true });
  }, [redirectTo, navigate]);
  return pageCount;
}
