/** Where a guest's order goes, as far as they have typed it. */
import { type Destination, toDestination } from '../../../../contract/territory.ts';
import { useGuestDraft } from '../../../state/guest-draft.ts';

export function useGuestDestination(): Destination | null {
  const { country, region = '', postcode = '' } = useGuestDraft() ?? {};
  return country ? toDestination({ country, region, postcode }) : null;
}
