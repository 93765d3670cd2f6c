/** The manufacturers and responsible persons of this shop, for forms, filters and bulk edits. */
import { type ListedSafetyContact, listSafetyContacts } from '../../../contract/safety.ts';
import { useLoad } from '../../shared/hooks/use-load.ts';

export const MAKERS_PATH = '/dashboard/admin/manufacturers';

export const useSafetyContacts = () => useLoad('safety contacts', (it, signal) => it(listSafetyContacts, { signal }));

export function useMakers(): ListedSafetyContact[] {
  const { data } = useSafetyContacts();
  return data?.contacts.filter(({ role }) => role === 'manufacturer') ?? [];
}
