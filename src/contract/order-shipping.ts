/** Marking orders as shipped, one or many at once, and as delivered; and the carriers whose tracking pages the shop links to. */
import * as Type from 'typebox';
import type { Endpoint, EndpointSchemas } from './endpoint.ts';
import { ERROR_CODES } from './errors.ts';
import { Id, Version } from './fields.ts';
import { ORDER_NUMBERS_MAX, SHIPMENTS_MAX } from './limits.ts';
import { AdminOrderReply, ORDERS_PATH, Shipment } from './order-admin.ts';
import { OrderStatus } from './order-fields.ts';

interface Carrier {
  name: string;
  /** Of the tracking page; the tracking number is appended. */
  url: string;
  /** Patterns of its tracking numbers, without spaces and in capitals. */
  numbers: RegExp[];
}

/** With the tracking numbers that are probably theirs. Other carriers can be typed in too. */
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

export const shipOrderSchemas = {
  summary: 'Mark a paid order as shipped. Twice, or in another state: 409.',
  params: Type.Object({ id: Id }),
  body: Type.Object(Shipment),
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const shipOrder: Endpoint<typeof shipOrderSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/ship`,
  access: 'staff',
  scopes: ['orders'],
};

export const shipOrdersSchemas = {
  summary:
    'Mark several orders as shipped, each by itself: what keeps one from it is told, and the others go on. One that its customer asks to cancel is refused (`request_open`).',
  body: Type.Object({
    shipments: Type.Array(Type.Object({ order: Id, ...Shipment }), { minItems: 1, maxItems: SHIPMENTS_MAX }),
  }),
  reply: Type.Object({
    success: Type.Boolean(),
    /** In the order of the shipments. */
    results: Type.Array(
      Type.Object({
        order: Id,
        /** Null: it is shipped. */
        error: Type.Union([Type.Object({ code: Type.Enum(ERROR_CODES), message: Type.String() }), Type.Null()]),
      }),
    ),
  }),
} satisfies EndpointSchemas;

export const shipOrders: Endpoint<typeof shipOrdersSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/ship`,
  access: 'staff',
  scopes: ['orders'],
};

export const findOrdersByNumberSchemas = {
  summary: 'Orders by their numbers, as before they are shipped together; those that there are.',
  body: Type.Object({
    numbers: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), { minItems: 1, maxItems: ORDER_NUMBERS_MAX }),
  }),
  reply: Type.Object({
    success: Type.Boolean(),
    orders: Type.Array(
      Type.Object({
        _id: Id,
        number: Type.Integer(),
        status: OrderStatus,
        buyer: Type.String(),
        version: Version,
        /** Whether a dispute of its payment is open. */
        disputed: Type.Boolean(),
        /** Whether its customer asks to cancel it: then it isn't shipped together with others. */
        requested: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
} satisfies EndpointSchemas;

export const findOrdersByNumber: Endpoint<typeof findOrdersByNumberSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/find`,
  access: 'staff',
  scopes: ['orders'],
};

export const deliverOrderSchemas = {
  summary: 'Mark a shipped order as delivered. In another state: 409.',
  params: Type.Object({ id: Id }),
  refusals: ['order_not_found', 'wrong_order_status'],
  reply: AdminOrderReply,
} satisfies EndpointSchemas;

export const deliverOrder: Endpoint<typeof deliverOrderSchemas, 'staff'> = {
  method: 'POST',
  path: `${ORDERS_PATH}/{id}/deliver`,
  access: 'staff',
  scopes: ['orders'],
};
