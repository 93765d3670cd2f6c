/** A stand-in of VIES on this machine, in the form of the Commission's REST API. It can be away, slow, wrong, and lose its mind. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FakeVies {
  url: string;
  /** VAT IDs that are in use. */
  known: Set<string>;
  /** What it answers instead: an error of VIES such as `MS_UNAVAILABLE`, no JSON, nothing at all, or about another VAT ID. */
  fault: string | 'nonsense' | 'silent' | 'other' | null;
  delay: number;
  /** The bodies of all calls. */
  calls: Record<string, string>[];
  close: () => Promise<void>;
}

export async function startFakeVies({ port = 0, known = [] }: { port?: number; known?: string[] } = {}): Promise<FakeVies> {
  const vies: FakeVies = { url: '', known: new Set(known), fault: null, delay: 0, calls: [], close: async () => undefined };
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as Record<string, string>;
    vies.calls.push(body);
    if (vies.delay) await sleep(vies.delay);
    if (vies.fault === 'silent') return;
    response.setHeader('content-type', 'application/json');
    if (request.method !== 'POST' || request.url !== '/check-vat-number' || vies.fault === 'nonsense') {
      response.statusCode = vies.fault === 'nonsense' ? 200 : 404;
      response.end('<html>Sorry</html>');
      return;
    }
    const hasBadRequester = body.requesterNumber?.startsWith('000') === true;
    const error = vies.fault === 'other' ? null : (vies.fault ?? (hasBadRequester ? 'INVALID_REQUESTER_INFO' : null));
    if (error) {
      response.end(JSON.stringify({ actionSucceed: false, errorWrappers: [{ error }] }));
      return;
    }
    const { countryCode = '', vatNumber = '', requesterNumber } = body;
    const valid = vies.known.has(countryCode + vatNumber);
    const number = vies.fault === 'other' ? '1' : vatNumber;
    const requestIdentifier = valid && requesterNumber ? `WAPIAAAA${vies.calls.length}` : '';
    const about = { name: valid ? 'WERKSTATT WIEN GMBH' : '---', address: '---', requestDate: new Date().toISOString() };
    response.end(JSON.stringify({ countryCode, vatNumber: number, valid, requestIdentifier, ...about }));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  vies.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vies.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return vies;
}
