/**
 * The catch-all route: any URL that is no page, for which it shows NotFound (error-page.tsx). A browser knows only the pages of its own area
 * (areas.ts), so it asks the server for the URL that a link has led to. The link's hash and state are kept meanwhile.
 */
import { useEffect } from 'react';
import { data } from 'react-router';
import { Spinner } from '../../kit/loading.tsx';
import { common } from '../../shared/messages/common.ts';

export function loader(): never {
  throw data(null, { status: 404 });
}

export const clientLoader = () => null;

export default function OtherAreaPage() {
  useEffect(() => location.reload(), []);
  return <Spinner label={common.loading} />;
}
