/** One answer as bytes: its headers, its mark, and a form for each way of packing it, made when first asked for. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'identity' | 'br' | 'gzip';

export interface Form {
  /** As node:http takes them: name, value, name, value … */
  headers: string[];
  body: Buffer;
  encoding: Encoding;
}

export interface Entry {
  /** Weak: it stands for all forms. */
  etag: string;
  type: string;
  /** Of a 304: everything but what describes the body. */
  headers: string[];
  forms: Map<Encoding, Form>;
  packing: Map<Encoding, Promise<Form>>;
  /** Marks of whatever it names by an id, so that a moved stock finds it; none before it is kept. */
  named: ReadonlySet<number>;
  bytes: number;
}

/** What the objects around the bytes take. */
const ENTRY_OVERHEAD = 6144;
const FORM_OVERHEAD = 1024;
/** For each byte that is kept the process holds another: thrown away and not yet collected, or too small a gap for the next. */
const HELD = 2;

const roomOf = (body: Buffer) => HELD * body.length + FORM_OVERHEAD;
/** Smaller ones travel in one packet anyway. */
const PACKED_FROM = 1024;
/** Brotli's best costs a hundred times the time of its fifth for a tenth of the bytes. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const packers = { br: (body: Buffer) => promisify(brotliCompress)(body, BROTLI), gzip: (body: Buffer) => promisify(gzip)(body) };

/** What follows the first eight letters of an id. To begin with a sign that is rare takes a tenth of the time. */
const REST_OF_ID = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MARK = 8;

/** The first 32 bits of an id: two that share them are only both forgotten. */
export const markOf = (id: string): number => Number.parseInt(id.slice(0, MARK), 16);

export function marksIn(entry: Entry): Set<number> {
  const marks = new Set<number>();
  // Ids are ASCII, whatever stands around them.
  const text = plainOf(entry).body.toString('latin1');
  for (const { index } of text.matchAll(REST_OF_ID)) marks.add(markOf(text.slice(Math.max(0, index - MARK), index)));
  return marks;
}

/** In memory of its own: a slice would hold the whole pool that it was cut from. */
function alone(bytes: string | Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(Buffer.byteLength(bytes));
  if (typeof bytes === 'string') own.write(bytes);
  else bytes.copy(own);
  return own;
}

const plainOf = (entry: Entry) => entry.forms.get('identity') as Form;

function formOf(entry: Entry, body: Buffer, encoding: Encoding): Form {
  const packed = encoding === 'identity' ? [] : ['content-encoding', encoding];
  const headers = [...entry.headers, 'content-type', entry.type, ...packed, 'content-length', String(body.length)];
  return { headers, body, encoding };
}

export function makeEntry(payload: string | Buffer, headers: Record<string, string>): Entry {
  const body = alone(payload);
  const { 'content-type': type = 'application/octet-stream', ...rest } = headers;
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const entry: Entry = {
    etag,
    type,
    headers: Object.entries({ ...rest, vary: 'accept-encoding', etag }).flat(),
    forms: new Map(),
    packing: new Map(),
    named: new Set(),
    bytes: ENTRY_OVERHEAD + roomOf(body),
  };
  entry.forms.set('identity', formOf(entry, body, 'identity'));
  return entry;
}

/** The best form that the client takes: `br`, `gzip`, or as it is. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter((it) => !/;\s*q=0(\.0*)?\s*$/.test(it))
    .map((it) => it.split(';')[0]?.trim());
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity';
}

/** A form that isn't there yet is packed off the event loop, once however many ask. `grown` hears how many bytes that took. */
export function formIn(entry: Entry, wanted: Encoding, grown: (bytes: number) => void): Form | Promise<Form> {
  const plain = plainOf(entry);
  const ready = entry.forms.get(wanted);
  if (ready) return ready;
  if (wanted === 'identity' || plain.body.length < PACKED_FROM) return plain;
  const begun = entry.packing.get(wanted);
  if (begun) return begun;
  const packing = packers[wanted](plain.body).then((packed) => {
    const form = formOf(entry, alone(packed), wanted);
    entry.forms.set(wanted, form);
    entry.packing.delete(wanted);
    grown(roomOf(form.body));
    return form;
  });
  entry.packing.set(wanted, packing);
  return packing;
}

/** Has the client these very bytes already? (RFC 9110, 13.1.2) */
export function isSame(entry: Entry, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const mark = entry.etag.slice(2);
  return ifNoneMatch.split(',').some((it) => it.trim().replace(/^W\//, '') === mark);
}
