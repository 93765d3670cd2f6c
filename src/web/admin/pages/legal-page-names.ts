/** The pages of text that every shop has, with the names that the specification gives them. */
import type { ContentPageName } from '../../../contract/page.ts';
import { nav } from '../../shared/messages/common.ts';

export const LEGAL_PAGES_PATH = '/dashboard/admin/pages/legal';

export const LEGAL_PAGES: readonly { name: ContentPageName; label: string }[] = [
  { name: 'about', label: nav.about },
  { name: 'contact', label: nav.contact },
  { name: 'policy', label: nav.policy },
];

export const isLegalPage = (name: string): boolean => LEGAL_PAGES.some((it) => it.name === name);
