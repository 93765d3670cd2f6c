/**
 * The catch-all route: every URL that is no page; shared/site-layout/not-found.tsx is what it shows. A browser knows the pages of its own
 * area alone, so it asks the server.
 */
import { data } from 'react-router';
import type { LoaderArgs } from '../../page-loader.ts';
import { leaveArea } from '../../state/leave-area.ts';

export function loader(): never {
  throw data(null, { status: 404 });
}

export const clientLoader = ({ request }: Pick<LoaderArgs, 'request'>) => leaveArea(request.url);

export default function NotFoundPage() {
  return null;
}
