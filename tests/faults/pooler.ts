/**
 * A minimal pooler on the wire: like PgBouncer it greets its clients itself and refuses startup parameters. Its clients share
 * one connection to PostgreSQL by transaction, and it doesn't track named statements: PgBouncer before 1.21. Or each keeps a
 * connection of its own.
 */
import { once } from 'node:events';
import net from 'node:net';

const PROTOCOL_3 = 196_608;
const TAKEN_PARAMETERS = ['user', 'database', 'application_name', 'client_encoding'];

function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((it) => (typeof it === 'string' ? Buffer.from(`${it}\0`) : it)));
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

const int32 = (...values: number[]): Buffer => {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) buffer.writeInt32BE(value, 4 * index);
  return buffer;
};

const READY = message('Z', Buffer.from('I'));
const GREETING = Buffer.concat([message('R', int32(0)), message('S', 'server_version', '18'), message('K', int32(1, 1)), READY]);
const refusal = (text: string) => message('E', Buffer.from('SFATAL\0C08P01\0'), Buffer.from(`M${text}\0\0`));

/** Calls back for each whole message; the first of a client has no type. */
function readMessages(socket: net.Socket, hasTypes: boolean, onMessage: (type: string, whole: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  let isTyped = hasTypes;
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const start = isTyped ? 1 : 0;
      if (rest.length < start + 4) return;
      const end = start + rest.readInt32BE(start);
      if (rest.length < end) return;
      const whole = rest.subarray(0, end);
      rest = rest.subarray(end);
      const type = isTyped ? String.fromCharCode(whole[0] ?? 0) : '';
      isTyped = true;
      onMessage(type, whole);
    }
  });
}

/** A connection to PostgreSQL, lent to a client from its first message to the end of its transaction. */
function openBackend(port: number, user: string, database: string) {
  const socket = net.connect(port, '127.0.0.1');
  const parameters = Buffer.from(`user\0${user}\0database\0${database}\0\0`);
  socket.on('error', () => undefined).write(Buffer.concat([int32(parameters.length + 8, PROTOCOL_3), parameters]));
  const waiting: { client: net.Socket; messages: Buffer[] }[] = [];
  let borrower: net.Socket | null = null;
  let isGreeted = false;
  const lend = () => {
    const next = isGreeted && !borrower ? waiting.shift() : undefined;
    if (!next) return;
    borrower = next.client;
    for (const it of next.messages) socket.write(it);
  };
  readMessages(socket, true, (type, whole) => {
    borrower?.write(whole);
    if (type !== 'Z' || whole[5] !== 'I'.charCodeAt(0)) return;
    isGreeted = true;
    borrower = null;
    lend();
  });
  const forward = (client: net.Socket, whole: Buffer) => {
    if (borrower === client) return void socket.write(whole);
    const queued = waiting.find((it) => it.client === client);
    if (queued) queued.messages.push(whole);
    else waiting.push({ client, messages: [whole] });
    lend();
  };
  return { forward, end: () => socket.destroy() };
}

export interface Pooler {
  urlOf: (database: string) => string;
  /** What each client sent when it connected. */
  startups: Record<string, string>[];
  stop: () => void;
}

export async function startPooler(port: number, { sharesConnections }: { sharesConnections: boolean }): Promise<Pooler> {
  const startups: Record<string, string>[] = [];
  const backends: ReturnType<typeof openBackend>[] = [];
  const clients = new Set<net.Socket>();
  const open = (user: string, database: string) => {
    const backend = (sharesConnections && backends[0]) || openBackend(port, user, database);
    if (!backends.includes(backend)) backends.push(backend);
    return backend;
  };
  const server = net.createServer((client) => {
    clients.add(client);
    let backend: ReturnType<typeof openBackend> | undefined;
    client.on('error', () => undefined).on('close', () => clients.delete(client));
    if (!sharesConnections) client.on('close', () => backend?.end());
    readMessages(client, false, (type, whole) => {
      if (type) return type === 'X' ? undefined : backend?.forward(client, whole);
      const texts = whole.subarray(8).toString().split('\0');
      const startup = Object.fromEntries(texts.flatMap((it, index) => (index % 2 || !it ? [] : [[it, texts[index + 1] ?? '']])));
      startups.push(startup);
      const refused = Object.keys(startup).find((it) => !TAKEN_PARAMETERS.includes(it));
      if (refused) return void client.end(refusal(`unsupported startup parameter: ${refused}`));
      backend = open(startup.user ?? '', startup.database ?? '');
      client.write(GREETING);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address() as net.AddressInfo;
  return {
    urlOf: (database) => `postgres://shop@127.0.0.1:${address.port}/${database}`,
    startups,
    stop: () => {
      server.close();
      for (const it of clients) it.destroy();
      for (const it of backends) it.end();
    },
  };
}
