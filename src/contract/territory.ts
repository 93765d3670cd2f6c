/** Where a shipping zone or a tax rate applies. */
export interface Territory {
  /** ISO 3166, or REST_OF_WORLD. */
  country: string;
  /** A state or province; empty: all of the country. */
  region: string;
}

/** What shipping and tax depend on. */
export interface Destination extends Territory {
  postcode: string;
}

/** The one way from an address to what it costs to send something there. */
export const toDestination = ({ country, region, postcode }: Destination): Destination => ({
  country: country.toUpperCase(),
  region: region.trim(),
  postcode: postcode.trim(),
});

/** Stands for every country that no other zone or rate names. */
export const REST_OF_WORLD = '*';
