/** A row of a customers' file as what becomes of it: an account without a password, with its addresses, tags and notes. */
import { Check } from 'typebox/value';
import { AddressFields } from '../../../contract/address.ts';
import { EmailAddress, Phone } from '../../../contract/fields.ts';
import {
  ADDRESS_PART_MAX_LENGTH,
  ADDRESSES_MAX,
  CUSTOMER_TAG_MAX_LENGTH,
  CUSTOMER_TAGS_MAX,
  NOTE_MAX_LENGTH,
} from '../../../contract/limits.ts';
import { isRecord } from '../../../contract/values.ts';
import { createCellError } from '../catalog/import/runs/row-kind.ts';
import { isCompleteAddress, normalizeAddress } from '../customers/addresses/address.ts';
import { type Cells, readCountry, readJson, readTime, readYes, shorten, type Tell, toLine } from './row-values.ts';

export interface ImportedCustomer {
  email: string;
  name: string;
  phone: string;
  /** The profile's text. */
  address: string;
  addresses: AddressFields[];
  tags: string[];
  notes: string[];
  consentAt: Date | null;
  createdAt: Date | null;
  disabledAt: Date | null;
}

const NAME_LENGTH = 200;
const ADDRESS_LENGTH = 500;

function readPhone(cells: Cells, tell: Tell): string {
  const [column, text] = cells.phone ? ['phone', cells.phone] : ['address_phone', cells.address_phone];
  if (!text || !column) return '';
  if (Check(Phone, text)) return toLine(text);
  tell('dropped', column, `"${toLine(text).slice(0, 40)}" is no phone number: it is left out`);
  return '';
}

function readTags({ tags = '' }: Cells, tell: Tell): string[] {
  const all = [...new Map(tags.split(',').flatMap((it) => (toLine(it) ? [[toLine(it).toLowerCase(), toLine(it)] as const] : []))).values()];
  if (all.length > CUSTOMER_TAGS_MAX) tell('dropped', 'tags', `has ${all.length} tags: the first ${CUSTOMER_TAGS_MAX} are imported`);
  return all.slice(0, CUSTOMER_TAGS_MAX).map((tag) => shorten(tag, CUSTOMER_TAG_MAX_LENGTH, 'tags', tell));
}

/** Our own export has a list of texts; other shops have one. */
function readNotes({ notes = '' }: Cells, tell: Tell): string[] {
  const list = readJson(notes)?.map(String) ?? [notes];
  return list.flatMap((it) => (it.trim() ? [shorten(it.trim(), NOTE_MAX_LENGTH, 'notes', tell)] : []));
}

const toPart = (value: unknown) => (typeof value === 'string' ? value : '');

function listOwnAddresses({ addresses }: Cells): AddressFields[] {
  return (readJson(addresses) ?? []).slice(0, ADDRESSES_MAX).flatMap((it) => {
    if (!isRecord(it)) return [];
    const { recipient, street, postcode, city, region, country } = it;
    const fields = { recipient, street, postcode, city, region, country };
    const address = Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, toPart(value)]));
    return Check(AddressFields, address) ? [normalizeAddress(address)] : [];
  });
}

/** An address whose country isn't known is kept as a text. */
function readAddress(cells: Cells, name: string, tell: Tell): { addresses: AddressFields[]; text: string } {
  const { company = '', street = '', street_2: street2 = '', postcode = '', city = '', region = '' } = cells;
  const own = listOwnAddresses(cells);
  const isGiven = Boolean(street || street2 || city);
  if (own.length || !isGiven) return { addresses: own, text: cells.address ?? '' };
  const country = readCountry(cells.country);
  const lines = [company, street, street2].filter(Boolean);
  const fields = { recipient: name, street: lines.join('\n'), postcode, city, region, country: country ?? '' };
  const isFitting = Object.values(fields).every((part) => part.length <= ADDRESS_PART_MAX_LENGTH);
  if (country && lines.length && isFitting) {
    const address = normalizeAddress(fields);
    if (!isCompleteAddress(address))
      tell('guessed', 'street', 'is no complete address of its country: it has to be completed before anything is sent there');
    return { addresses: [address], text: cells.address ?? '' };
  }
  tell(
    'guessed',
    'country',
    country ? "doesn't fit an address in fields: it is kept as a text" : "isn't a known country: the address is kept as a text",
  );
  const printed = [...lines, [postcode, city].filter(Boolean).join(' '), region, cells.country ?? ''].filter(Boolean).join('\n');
  return { addresses: [], text: [cells.address, printed].filter(Boolean).join('\n') };
}

/** When they agreed to offers, by which they can be shown to have; null: they didn't. */
function readConsent(cells: Cells, timeZone: string, now: Date, tell: Tell): Date | null {
  const given = readYes(cells.consent);
  if (given === false || (!cells.consent && !cells.consent_date)) return null;
  if (cells.consent_date) return readTime(cells, 'consent_date', timeZone, tell);
  if (given === null) return readTime(cells, 'consent', timeZone, tell);
  tell('guessed', 'consent', 'agreed to offers at a time that the file doesn’t say: the time of the import is kept');
  return now;
}

/** Throws `invalid_request` for a row without an email, and one of the team. */
export function readCustomer(cells: Cells, { timeZone, now }: { timeZone: string; now: Date }, tell: Tell): ImportedCustomer {
  const email = cells.email?.trim();
  if (!email) throw createCellError('email', 'is required: customers are known by it');
  if (!Check(EmailAddress, email)) throw createCellError('email', 'is no email address');
  if (cells.kind?.toLowerCase() === 'team')
    throw createCellError('kind', 'says that this is somebody of the team: invite them on the page Team');
  const written = toLine(cells.name ?? [cells.first_name, cells.last_name].filter(Boolean).join(' '));
  const name = shorten(written || toLine(cells.company ?? '') || (email.split('@', 1)[0] ?? email), NAME_LENGTH, 'name', tell);
  if (!written) tell('guessed', 'name', `has no name: "${name}" is used`);
  if (cells.kind?.toLowerCase() === 'guest') tell('guessed', 'kind', 'was a guest: here it is an account without a password');
  const { addresses, text } = readAddress(cells, name, tell);
  return {
    ...{ email, name, addresses },
    phone: readPhone(cells, tell),
    address: shorten(text, ADDRESS_LENGTH, 'address', tell),
    tags: readTags(cells, tell),
    notes: readNotes(cells, tell),
    consentAt: readConsent(cells, timeZone, now, tell),
    createdAt: readTime(cells, 'registered', timeZone, tell),
    disabledAt: readTime(cells, 'disabled', timeZone, tell),
  };
}
