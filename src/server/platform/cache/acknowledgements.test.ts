import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAcknowledgements } from './acknowledgements.ts';
import type { ListenConnection } from './listen-connection.ts';

const TIMEOUT = 1250;

/** A connection that records its messages, to be answered by the test, and names these processes as active. */
function createConnection(pids: number[]): { connection: ListenConnection; messages: string[] } {
  const messages: string[] = [];
  const connection: ListenConnection = {
    pid: 1,
    pollLedger: async () => ({ rows: [], lastId: 0, oldestOpenTransaction: '0' }),
    broadcast: async (message) => {
      messages.push(message);
      return pids;
    },
    notify: async (message) => {
      messages.push(message);
    },
    close: async () => undefined,
  };
  return { connection, messages };
}

/** Resolved or not, after the promises that are due have run. */
async function isResolved(promise: Promise<void>): Promise<boolean> {
  let resolved = false;
  void promise.then(() => {
    resolved = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return resolved;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('[KEPT-1] a request resolves once every other active process has answered', async () => {
  const acknowledgements = createAcknowledgements();
  const { connection, messages } = createConnection([2, 3]);
  const request = acknowledgements.request(connection, TIMEOUT);
  expect(await isResolved(request)).toBe(false);
  const id = messages[0]?.split(':')[1];
  acknowledgements.handleMessage(connection, `pong:${id}:2`);
  expect(await isResolved(request)).toBe(false);
  acknowledgements.handleMessage(connection, `pong:${id}:3`);
  expect(await isResolved(request)).toBe(true);
});

test('without other processes it resolves at once', async () => {
  expect(await isResolved(createAcknowledgements().request(createConnection([]).connection, TIMEOUT))).toBe(true);
});

test.each([
  ['a process that stays silent', () => createConnection([2]).connection],
  ['no connection', () => null],
  ['a connection that breaks', () => ({ ...createConnection([]).connection, broadcast: () => Promise.reject(new Error('cut')) })],
])('[KEPT-4] with %s it resolves when all leases have expired, and not before', async (_what, connect) => {
  const request = createAcknowledgements().request(connect(), TIMEOUT);
  await vi.advanceTimersByTimeAsync(TIMEOUT - 1);
  expect(await isResolved(request)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isResolved(request)).toBe(true);
});

test('the question of another process is answered with our own pid', async () => {
  const { connection, messages } = createConnection([]);
  createAcknowledgements().handleMessage(connection, 'ping:abc');
  expect(messages).toEqual(['pong:abc:1']);
});
