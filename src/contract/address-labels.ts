/** What a part of an address is called in its country: the words of it are the storefront's. */
export const POSTCODE_LABELS = ['postal', 'zip', 'eircode', 'pin'] as const;

export const CITY_LABELS = ['city', 'suburb', 'post_town', 'district'] as const;

export const REGION_LABELS = [
  'province',
  'state',
  'prefecture',
  'county',
  'region',
  'emirate',
  'parish',
  'island',
  'department',
  'area',
  'do_si',
  'district',
  'oblast',
] as const;
