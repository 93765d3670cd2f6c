/** The list of emails, or their settings. Both share a route, because each route adds bytes to every shopper's first visit. */
import { useSearchParams } from 'react-router';
import { adminNav } from '../../messages/admin.ts';
import { createTitleMeta } from '../../meta.ts';
import { EmailList } from './emails/email-list.tsx';
import { EmailSettings } from './emails/email-settings.tsx';

export const meta = createTitleMeta(adminNav.emails);

export default function EmailsPage() {
  return useSearchParams()[0].get('view') === 'settings' ? <EmailSettings /> : <EmailList />;
}
