/** Where a shipping zone or a tax rate applies. */
export interface Territory {
  /** ISO 3166, or REST_OF_WORLD. */
  country: string;
  /** A state or province; empty: all of the country. */
  region: string;
}

/** Stands for every country that no other zone or rate names. */
export const REST_OF_WORLD = '*';
