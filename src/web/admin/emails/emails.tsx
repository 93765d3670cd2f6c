/** The list of emails or, by the URL, their settings. */
import { useSearchParams } from 'react-router';
import { createTitleMeta } from '../../shared/meta.ts';
import { adminNav } from '../layout/messages.ts';
import { EmailList } from './email-list.tsx';
import { EmailSettings } from './email-settings.tsx';

export const meta = createTitleMeta(adminNav.emails);

export default function EmailsPage() {
  return useSearchParams()[0].get('view') === 'settings' ? <EmailSettings /> : <EmailList />;
}
