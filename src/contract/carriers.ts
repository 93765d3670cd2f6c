/**
 * Carriers whose tracking pages the shop links to, and the tracking numbers that are probably theirs. Other carriers can be typed in too.
 */

interface Carrier {
  name: string;
  /** Of the tracking page; the tracking number is appended. */
  url: string;
  /** Patterns of its tracking numbers, without spaces and in capitals. */
  numbers: RegExp[];
}

const KNOWN_CARRIERS: Carrier[] = [
  { name: 'UPS', url: 'https://www.ups.com/track?tracknum=', numbers: [/^1Z[0-9A-Z]{16}$/] },
  {
    name: 'USPS',
    url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
    numbers: [/^9[2-5]\d{18}(\d{2})?$/, /^420\d{5}(\d{4})?9[2-5]\d{20}$/, /^[A-Z]{2}\d{9}US$/],
  },
  { name: 'FedEx', url: 'https://www.fedex.com/fedextrack/?trknbr=', numbers: [/^\d{12}$/, /^\d{15}$/] },
  {
    name: 'DHL',
    url: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
    numbers: [/^\d{10}$/, /^JJD\d{16,20}$/, /^[A-Z]{2}\d{9}DE$/],
  },
  { name: 'Royal Mail', url: 'https://www.royalmail.com/track-your-item#/tracking-results/', numbers: [/^[A-Z]{2}\d{9}GB$/] },
  {
    name: 'Canada Post',
    url: 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=',
    numbers: [/^[A-Z]{2}\d{9}CA$/],
  },
  { name: 'Australia Post', url: 'https://auspost.com.au/mypost/track/details/', numbers: [/^[A-Z]{2}\d{9}AU$/] },
  { name: 'DPD', url: 'https://www.dpdgroup.com/be/mydpd/my-parcels/track?parcelNumber=', numbers: [/^\d{14}$/] },
  { name: 'GLS', url: 'https://gls-group.com/GROUP/en/parcel-tracking/?match=', numbers: [] },
  { name: 'Evri', url: 'https://www.evri.com/track/parcel/', numbers: [/^H\d{2}[A-Z0-9]{13}$/] },
  { name: 'La Poste', url: 'https://www.laposte.fr/outils/suivre-vos-envois?code=', numbers: [/^[A-Z]{2}\d{9}FR$/] },
  {
    name: 'PostNL',
    url: 'https://www.internationalparceltracking.com/#/search?barcode=',
    numbers: [/^3S[A-Z0-9]{9,15}$/, /^[A-Z]{2}\d{9}NL$/],
  },
];

export const CARRIER_NAMES: readonly string[] = KNOWN_CARRIERS.map(({ name }) => name);

const toNumber = (tracking: string) => tracking.replace(/\s+/g, '').toUpperCase();

const toPlainName = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '');

/** By its name, whatever its case; a service may follow, as in `UPS Ground` or `DHL Express`. */
function findCarrier(carrier: string): Carrier | undefined {
  return KNOWN_CARRIERS.find(({ name }) => {
    const words = carrier
      .trim()
      .split(/[\s,]+/)
      .slice(0, name.split(' ').length);
    return toPlainName(words.join('')) === toPlainName(name);
  });
}

/** The carrier whose tracking numbers look like this one; null if none is known. */
export function guessCarrier(tracking: string): string | null {
  const number = toNumber(tracking);
  return KNOWN_CARRIERS.find(({ numbers }) => numbers.some((it) => it.test(number)))?.name ?? null;
}

/** Where a parcel can be followed: a link that the admin gave, or the known carrier's page. Null: there is none. */
export function buildTrackingUrl(carrier: string | null, tracking: string | null): string | null {
  if (!tracking) return null;
  if (/^https?:\/\/[a-z0-9][a-z0-9.-]*(:\d{1,5})?([/?#]\S*)?$/i.test(tracking)) return tracking;
  const known = carrier ? findCarrier(carrier) : undefined;
  return known ? known.url + encodeURIComponent(toNumber(tracking)) : null;
}
