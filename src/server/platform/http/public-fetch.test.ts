import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createPublicFetch, isPublicAddress, type PublicFetchOptions } from './public-fetch.ts';

const servers: Server[] = [];

async function listen(handler: RequestListener): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    handler(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`, requests };
}

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

const LIMITS: PublicFetchOptions = { maxBytes: 1000 };
const guarded = createPublicFetch();
const fetchHere = createPublicFetch({ allowsLoopback: true });

describe('calls to URLs that people typed in', () => {
  it('[IMPORT-4] know which addresses are public', () => {
    const PRIVATE = [
      ...['127.0.0.1', '127.8.8.8', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '255.255.255.255'],
      ...['198.18.0.1', '192.0.0.8', '203.0.113.5', '224.0.0.1', '240.0.0.1', '192.88.99.1'],
      ...[
        '::1',
        '::',
        '::ffff:127.0.0.1',
        '::ffff:10.0.0.1',
        '::127.0.0.1',
        '64:ff9b::7f00:1',
        '2002:7f00:1::',
        '2001::1',
        'fe80::1',
        'fe80::1%eth0',
      ],
      ...['fc00::1', 'fd12::1', 'fec0::1', 'ff02::1', '2001:db8::1', '3fff::1', '', 'localhost'],
    ];
    expect(PRIVATE.filter(isPublicAddress)).toEqual([]);
    const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'];
    expect(PUBLIC.filter((it) => !isPublicAddress(it))).toEqual([]);
  });

  it("[IMPORT-4] never reach the shop's own machine or network, however the address is written", async () => {
    const { url, requests } = await listen((_request, response) => response.end('secret'));
    const { port } = new URL(url);
    const hosts = [
      '127.0.0.1',
      'localhost',
      '0x7f.1',
      '2130706433',
      '127.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '10.0.0.1',
      '[fd00::1]',
    ];
    for (const host of [...hosts, '169.254.169.254']) {
      await expect(guarded(`http://${host}:${port}/`, LIMITS), host).rejects.toMatchObject({ code: 'private_address' });
    }
    expect(requests).toEqual([]);
  });

  it('[IMPORT-4] follow only allowed redirects, and only so many', async () => {
    const inner = await listen((_request, response) => response.end('secret'));
    const outer = await listen(({ url = '' }, response) => {
      const to =
        url === '/loop' ? '/loop' : url === '/here' ? '/there' : url === '/out' ? inner.url.replace('127.0.0.1', 'localhost') : null;
      if (url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      else if (url === '/meta') response.writeHead(307, { location: 'http://169.254.169.254/latest' }).end();
      else if (to) response.writeHead(302, { location: to }).end();
      else response.end('there');
    });
    const options: PublicFetchOptions = { ...LIMITS, maxRedirects: 3, isHostAllowed: (host) => host !== 'localhost' };
    expect(await fetchHere(`${outer.url}/here`, options)).toMatchObject({
      status: 200,
      url: `${outer.url}/there`,
      body: Buffer.from('there'),
    });
    expect(await fetchHere(`${outer.url}/here`, LIMITS)).toMatchObject({ status: 302 });
    await expect(fetchHere(`${outer.url}/loop`, options)).rejects.toMatchObject({ code: 'too_many_redirects' });
    await expect(fetchHere(`${outer.url}/file`, options)).rejects.toMatchObject({ code: 'invalid_url' });
    await expect(fetchHere(`${outer.url}/meta`, { ...options, isHostAllowed: () => true })).rejects.toMatchObject({
      code: 'private_address',
    });
    await expect(fetchHere(`${outer.url}/out`, options)).rejects.toMatchObject({ code: 'host_not_allowed' });
    expect(inner.requests).toEqual([]);
  });

  it('[IMPORT-4] stop at a maximum size and time', async () => {
    const { url } = await listen(({ url: path }, response) => {
      if (path === '/said') response.setHeader('content-length', 5000);
      if (path === '/slow') response.write('.');
      else response.end('x'.repeat(5000));
    });
    await expect(fetchHere(`${url}/said`, LIMITS)).rejects.toMatchObject({ code: 'too_large' });
    await expect(fetchHere(`${url}/unsaid`, LIMITS)).rejects.toMatchObject({ code: 'too_large' });
    await expect(fetchHere(`${url}/slow`, { ...LIMITS, timeout: 100 })).rejects.toMatchObject({ code: 'timeout' });
    const stop = new AbortController();
    const stopped = fetchHere(`${url}/slow`, { ...LIMITS, signal: stop.signal });
    stop.abort(new Error('the shop ends'));
    await expect(stopped).rejects.toThrow('the shop ends');
  });

  it('[IMPORT-4] refuse what isn’t a web URL, and say where nobody answers', async () => {
    for (const url of ['', 'ftp://example.com/a', 'file:///etc/passwd', 'example.com/a.png', 'http://', 'https://me:secret@example.com/'])
      await expect(guarded(url, LIMITS), url).rejects.toMatchObject({ code: 'invalid_url' });
    await expect(guarded('http://there-is-no-such-host.invalid/', LIMITS)).rejects.toMatchObject({ code: 'host_not_found' });
    await expect(fetchHere('http://127.0.0.1:1/', LIMITS)).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('[IMPORT-4] send the data that they are given', async () => {
    const received: string[] = [];
    const { url } = await listen(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      received.push(`${request.method} ${request.headers['content-type']} ${body}`);
      response.writeHead(410, { 'x-test': 'yes' }).end('gone');
    });
    const answer = await fetchHere(url, { ...LIMITS, method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } });
    expect(received).toEqual(['POST application/json {"a":1}']);
    expect(answer).toMatchObject({ status: 410, headers: { 'x-test': 'yes' } });
  });
});
