/** How addresses are asked for, from the server: loaded where an address form is, and once for each country. */
import { useEffect, useState } from 'react';
import { listCountries, readAddressFormat } from '../../../contract/address.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { api } from '../../api.ts';

export type AddressFormat = Omit<ReplyOf<typeof readAddressFormat>, 'success'>;
export type Countries = Omit<ReplyOf<typeof listCountries>, 'success'>;

/** Until it is known, and where it can't be had: the server checks all the same. */
const PLAIN: Omit<AddressFormat, 'country'> = {
  fields: [['recipient'], ['street'], ['postcode', 'city']],
  required: ['recipient', 'street', 'city'],
  labels: { postcode: 'postal', city: 'city', region: 'province' },
  regions: [],
};

const formats = new Map<string, AddressFormat>();

async function loadFormat(country: string, signal: AbortSignal): Promise<AddressFormat> {
  const { success: _success, ...format } = await api(readAddressFormat, { params: { country }, signal });
  formats.set(country, format);
  return format;
}

/** What an address needs, as far as its country's format is here: the server knows the rest. */
export const listRequiredFields = (country: string): AddressFormat['required'] => formats.get(country)?.required ?? PLAIN.required;

/** While another country's is loading, the one before stays, so that the fields don't jump twice. */
export function useAddressFormat(country: string): AddressFormat {
  const [shown, setShown] = useState<AddressFormat>(() => formats.get(country) ?? { ...PLAIN, country: '' });
  useEffect(() => {
    const known = formats.get(country);
    if (known) return setShown(known);
    if (!country) return;
    const controller = new AbortController();
    loadFormat(country, controller.signal)
      .then((format) => {
        if (!controller.signal.aborted) setShown(format);
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        console.error(error);
        setShown({ ...PLAIN, fields: [...PLAIN.fields, ['region']], country });
      });
    return () => controller.abort();
  }, [country]);
  return shown;
}

/**
 * Null until it is known; after a failure everything may be chosen, and the checkout refuses what can't be. Comes with the default country's
 * format, in which most forms begin: else their fields, and the button below, would move just after they appeared.
 */
export function useCountries(): Countries | null {
  const [countries, setCountries] = useState<Countries | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    api(listCountries, { signal: controller.signal })
      .then(async ({ success: _success, ...known }) => {
        const { defaultCountry } = known;
        if (!formats.has(defaultCountry)) await loadFormat(defaultCountry, controller.signal).catch(() => undefined);
        if (!controller.signal.aborted) setCountries(known);
      })
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        console.error(error);
        setCountries({ defaultCountry: 'US', shipsTo: [], needsFields: false });
      });
    return () => controller.abort();
  }, []);
  return countries;
}
