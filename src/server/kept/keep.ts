/**
 * What everybody is shown is kept ready as bytes, and thrown away the moment it changes: see docs/decisions/0013. A route says
 * by its config that its answers are for everybody; they are made of their address (and origin) alone, so that no header of one
 * caller gets into the answer of another.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpenDatabase } from '../database/connect.ts';
import { type Entry, encodingFor, type Form, formIn, isSame, makeEntry } from './entry.ts';
import { addShortWay } from './short-way.ts';
import { createStore, type Store } from './store.ts';
import { startWatch, type Watch } from './watch.ts';

export interface Kept {
  readonly store: Store;
  readonly watch: Watch;
}

interface Flight {
  key: string;
  /** Of the store when it began. */
  version: number;
  /** Null: nothing that could be kept came of it. */
  landed: Promise<Entry | null>;
  land: (entry: Entry | null) => void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The same for everyone who asks for this address, or for this address at this origin. */
    kept?: 'everywhere' | 'by origin';
    /** Its answer says that what everybody is shown has changed. */
    changes?: boolean;
  }
  interface FastifyRequest {
    flight: Flight | null;
  }
}

/** Two of them are wanted; `headers` would first make an object of all. The first, where it stands there twice. */
function headerIn(rawHeaders: string[], name: string): string | undefined {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const own = rawHeaders[at];
    if (own?.length === name.length && own.toLowerCase() === name) return rawHeaders[at + 1];
  }
  return undefined;
}

/** Anybody may keep it and must ask each time whether it still holds. */
const SHARED = 'public, no-cache';

/** At most `bytes` of answers are kept. */
export async function openKept(
  place: OpenDatabase['connection'],
  bytes: number,
  log: { warn: (details: object, message: string) => void },
): Promise<Kept> {
  const store = createStore(bytes);
  return { store, watch: await startWatch(place, store, log) };
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const entries = Object.entries(reply.getHeaders()).filter(([name]) => name !== 'content-length');
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

export function addKeeping(app: FastifyInstance, { store, watch }: Kept, publicUrl: string | null): void {
  const flights = new Map<string, Flight>();
  app.decorateRequest('flight', null);
  app.addHook('onClose', () => watch.close());

  const formFor = (key: string, entry: Entry, accepted: string | undefined) =>
    formIn(entry, encodingFor(accepted), (bytes) => store.grow(key, entry, bytes));

  function write(key: string, entry: Entry, { rawHeaders }: IncomingMessage, response: ServerResponse): void {
    if (isSame(entry, headerIn(rawHeaders, 'if-none-match'))) {
      response.writeHead(304, entry.headers).end();
      return;
    }
    const form = formFor(key, entry, headerIn(rawHeaders, 'accept-encoding'));
    const send = (it: Form) => response.writeHead(200, it.headers).end(it.body);
    if (form instanceof Promise) form.then(send, (error) => response.destroy(error));
    else send(form);
  }

  function answer(key: string, entry: Entry, request: FastifyRequest, reply: FastifyReply): void {
    // Past the rest of the framework, which would look at every header again.
    reply.hijack();
    write(key, entry, request.raw, reply.raw);
  }

  function takeOff(key: string, request: FastifyRequest, reply: FastifyReply): void {
    const { promise: landed, resolve } = Promise.withResolvers<Entry | null>();
    const flight: Flight = {
      key,
      version: store.version,
      landed,
      land: (entry) => {
        if (flights.get(key) === flight) flights.delete(key);
        resolve(entry);
      },
    };
    flights.set(key, flight);
    request.flight = flight;
    // Whatever becomes of it, nobody waits for ever.
    reply.raw.once('close', () => flight.land(null));
  }

  /** What this request is answered with, now or soon; undefined where it must fetch it, for all who come meanwhile too. */
  function find(key: string, request: FastifyRequest, reply: FastifyReply): Entry | Promise<Entry | null> | undefined {
    if (!watch.isLive()) return undefined;
    const entry = store.find(key);
    if (entry) return entry;
    const flight = flights.get(key);
    // One that began before a change is nothing for those who come after it.
    if (flight?.version === store.version) return flight.landed;
    takeOff(key, request, reply);
    return undefined;
  }

  function serve(keyOf: (request: FastifyRequest) => string) {
    return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      const goOn = () => {
        reply.header('cache-control', SHARED);
        done();
      };
      const key = keyOf(request);
      const found = find(key, request, reply);
      if (!found) goOn();
      else if (found instanceof Promise) void found.then((entry) => (entry ? answer(key, entry, request, reply) : goOn()));
      else answer(key, found, request, reply);
    };
  }

  async function keep(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { flight } = request;
    const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload);
    const isShared = reply.getHeader('cache-control') === SHARED && !reply.hasHeader('set-cookie');
    if (reply.statusCode !== 200 || !isWhole || !isShared) {
      flight?.land(null);
      if (isShared) reply.header('cache-control', 'no-store');
      return payload;
    }
    const entry = makeEntry(payload, headersOf(reply));
    if (flight?.version === store.version) store.put(flight.key, entry);
    flight?.land(entry);
    return send(flight?.key ?? '', entry, request, reply);
  }

  async function send(key: string, entry: Entry, request: FastifyRequest, reply: FastifyReply): Promise<Buffer | null> {
    reply.headers({ etag: entry.etag, vary: 'accept-encoding' });
    if (isSame(entry, request.headers['if-none-match'])) {
      reply.code(304).removeHeader('content-type');
      return null;
    }
    const { body, encoding }: Form = await formFor(key, entry, request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return body;
  }

  addShortWay(app, publicUrl, (key, request, response) => {
    const entry = watch.isLive() ? store.find(key) : undefined;
    if (entry) write(key, entry, request, response);
    return entry !== undefined;
  });

  app.addHook('onRoute', (route) => {
    const { kept, changes } = route.config ?? {};
    const listOf = <T>(hooks: T | T[] | undefined): T[] => [hooks ?? []].flat() as T[];
    if (kept) {
      const byOrigin = kept === 'by origin' && publicUrl === null;
      const keyOf = byOrigin
        ? (request: FastifyRequest) => `${request.protocol}://${request.host} ${request.raw.url}`
        : (request: FastifyRequest) => request.raw.url ?? '';
      route.onRequest = [serve(keyOf), ...listOf(route.onRequest)] as typeof route.onRequest & {};
      route.onSend = [keep, ...listOf(route.onSend)] as typeof route.onSend & {};
    }
    if (changes) {
      const settle = async (_request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
        if (reply.statusCode < 300) await watch.settle();
        return payload;
      };
      route.onSend = [settle, ...listOf(route.onSend)] as typeof route.onSend & {};
    }
  });
}
