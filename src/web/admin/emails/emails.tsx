/** All emails, and the failed ones by the URL. */
import { Navigate, useSearchParams } from 'react-router';
import { createTitleMeta } from '../../shared/meta.ts';
import { adminNav } from '../layout/messages.ts';
import { TEMPLATES_PATH } from '../settings/settings-menu.tsx';
import { EmailList } from './email-list.tsx';

export const meta = createTitleMeta(adminNav.emails);

export default function EmailsPage() {
  // The former URL of their sender and templates.
  if (useSearchParams()[0].get('view') === 'settings') return <Navigate to={TEMPLATES_PATH} replace />;
  return <EmailList />;
}
