/**
 * The catch-all route: every URL that is no page; NotFound of shared/site-layout/error-page.tsx is what it shows. A browser knows the pages of its own area
 * alone (areas.ts), so it asks the server for the URL that a link has led to. The link's hash and state stay in address and history meanwhile.
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
