/** Filling in an address as people do: the country first, since it decides the other fields. */
import type { Locator } from 'playwright-core';
import type { AddressFields } from '../../../src/contract/address.ts';

/** `region`: as the list has it. */
export async function fillAddress(
  form: Locator,
  { country, recipient, street, city, region, postcode }: Omit<AddressFields, 'country'> & { country: string },
): Promise<void> {
  await form.getByLabel('Country').selectOption({ label: country });
  await form.getByLabel('Recipient').fill(recipient);
  await form.getByLabel('Street and house number').fill(street);
  // The fields of the country are there once its format is.
  if (region) await form.getByLabel(/^(State|Province|Prefecture)$/).selectOption({ label: region });
  await form.getByLabel(/^(City|Town or city)$/).fill(city);
  await form.getByLabel(/^(ZIP code|Postcode)$/).fill(postcode);
}

export const VIRGINIA = {
  country: 'United States',
  recipient: 'Grace Guest',
  street: '1 Compiler Way',
  city: 'Arlington',
  region: 'Virginia',
  postcode: '22202',
};
