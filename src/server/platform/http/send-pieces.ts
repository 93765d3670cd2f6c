/** Sends a file that is stored in pieces, or the part of it that a client asks for: piece by piece, so that its size costs no memory. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ObjectStore } from '../storage/object-store.ts';
import { readPieces } from '../storage/piece-store.ts';

export interface ByteRange {
  start: number;
  /** The last byte. */
  end: number;
}

/** Null: all of it, as for what isn't understood or asks for several parts. `unsatisfiable`: it begins after the end. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(?<from>\d{0,15})-(?<to>\d{0,15})$/.exec(header ?? '');
  const { from = '', to = '' } = match?.groups ?? {};
  if (!match || (from === '' && to === '')) return null;
  if (from === '') return Number(to) > 0 ? { start: Math.max(0, size - Number(to)), end: size - 1 } : 'unsatisfiable';
  const start = Number(from);
  if (start >= size) return 'unsatisfiable';
  const end = to === '' ? size - 1 : Math.min(size - 1, Number(to));
  return end < start ? null : { start, end };
}

/** By RFC 6266: a name in ASCII for old clients, and the whole one. Both stay within their quotes. */
export function toDisposition(name: string, isInline = false): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A file whose bytes never change, and whose id is nobody else's. */
export interface SentFile {
  id: string;
  bytes: number;
}

/** Which part is asked for, with its headers. Null: `reply` is answered, since no bytes are. */
export function beginPart(request: FastifyRequest, reply: FastifyReply, { id, bytes }: SentFile): ByteRange | null {
  const { range: asked, 'if-range': ifRange, 'if-none-match': known } = request.headers;
  const etag = `"${id}"`;
  reply.headers({ 'accept-ranges': 'bytes', etag });
  if (known === etag) {
    reply.code(304).send();
    return null;
  }
  const range = ifRange === undefined || ifRange === etag ? parseRange(asked, bytes) : null;
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${bytes}`).send('');
    return null;
  }
  const { start, end } = range ?? { start: 0, end: bytes - 1 };
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`);
  reply.header('content-length', end - start + 1);
  // A stream, because of a text its own length would be sent.
  if (request.method === 'HEAD') {
    reply.send(Readable.from([]));
    return null;
  }
  return { start, end };
}

export const sendPart = (reply: FastifyReply, store: ObjectStore, names: readonly string[], { start, end }: ByteRange): FastifyReply =>
  reply.send(Readable.from(readPieces(store, names, start, end), { objectMode: false }));
