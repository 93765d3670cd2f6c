/** The countries that the shop ships to and their address formats: loaded from the server with an address form, each format once. */
import { useEffect, useState } from 'react';
import { listCountries, readAddressFormat } from '../../../contract/address.ts';
import type { ReplyOf } from '../../../contract/endpoint.ts';
import { api } from '../../api.ts';

export type AddressFormat = Omit<ReplyOf<typeof readAddressFormat>, 'success'>;
export type Countries = Omit<ReplyOf<typeof listCountries>, 'success'>;

/** Used until a country's format is loaded, and if loading fails: the server checks the address in any case. */
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

/** By the country's format if it is loaded: the server checks the rest. */
export const listRequiredFields = (country: string): AddressFormat['required'] => formats.get(country)?.required ?? PLAIN.required;

/** While another country's format loads, the previous one is used, so that the fields don't jump twice. */
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
 * Null until it is loaded; after a failure every country can be chosen, and the checkout refuses those without shipping. Waits for the default
 * country's format too, since most forms begin with it: otherwise fields and button would move just after they appeared.
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
