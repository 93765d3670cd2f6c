import { randomBytes } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { expect, test, vi } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { listFileNames } from '../../../../../tests/support/image-files.ts';
import { makeHugePng, makeImage, makeNoiseImage } from '../../../../../tests/support/images.ts';
import { type MultipartPayload, makeMultipartForm, makeRawMultipart } from '../../../../../tests/support/multipart-form.ts';
import { makeCategory } from '../../../../../tests/support/products.ts';
import { takeFirst } from '../../../../../tests/support/projects.ts';
import { measureBuffers, upload50Mb } from '../../../../../tests/support/upload-50mb.ts';
import { listProducts } from '../../../../contract/product.ts';
import { createProduct } from '../../../../contract/product-admin.ts';

const shop = await openShop();
const { uploadsDir } = shop;
const { db } = shop.deps;
const port = Number(new URL(await shop.app.listen({ port: 0, host: '127.0.0.1' })).port);
const imageBytes = await makeImage();
// One connection for all: a refused upload must leave it fit for the next call.
const oneConnection = new http.Agent({ keepAlive: true, maxSockets: 1 });

interface Reply {
  status: number;
  body: { success?: boolean; message?: string; issues?: { path: string; message: string }[] };
}

/** Over a real socket; `write` sends the body. */
function request(options: http.RequestOptions, write = (to: http.ClientRequest) => void to.end()): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = http.request({ port, host: '127.0.0.1', agent: oneConnection, ...options }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: JSON.parse(text) }));
    });
    sent.on('error', reject);
    write(sent);
  });
}

function upload(token: string, form: MultipartPayload): Promise<Reply> {
  const headers = { ...form.headers, authorization: token, 'content-length': form.body.length };
  return request({ method: 'POST', path: createProduct.path, headers }, (to) => void to.end(form.body));
}

const isServing = async () => (await request({ path: listProducts.path })).status === 200;

async function openAdmin() {
  const { token } = await shop.signUp({ role: 1 });
  const category = await makeCategory(db);
  return { token, fields: { name: 'Tea', description: 'Green.', price: '4.50', quantity: '7', category } };
}

async function expectNothingStored(before: string[]) {
  expect(listFileNames(uploadsDir)).toEqual(before);
  expect((await shop.call(listProducts)).body.total).toBe(0);
}

const text = (name: string, value = 'x') => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (name: string) => `Content-Disposition: form-data; name="${name}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nx`;

test.each<[string, MultipartPayload]>([
  ['that is empty', { ...makeRawMultipart([]), body: Buffer.alloc(0) }],
  ['without any part', makeRawMultipart([])],
  ['whose end is cut off', makeRawMultipart([text('name')], '')],
  ['that is cut in the middle of a picture', makeRawMultipart([file('image')], '--ed')],
  ['that is cut in the middle of a header', { ...makeRawMultipart([]), body: Buffer.from('--edge\r\nContent-Dispo') }],
  [
    'with another boundary than it says',
    { ...makeRawMultipart([text('name')]), headers: { 'content-type': 'multipart/form-data; boundary=other' } },
  ],
  ['that names no boundary', { ...makeRawMultipart([text('name')]), headers: { 'content-type': 'multipart/form-data' } }],
  ['with an empty boundary', { ...makeRawMultipart([text('name')]), headers: { 'content-type': 'multipart/form-data; boundary=' } }],
  ['with a field without a name', makeRawMultipart([text('')])],
  ['with a file without a name', makeRawMultipart([file('')])],
  ['with a part without any header', makeRawMultipart(['\r\nx'])],
  ['with 10,000 fields', makeRawMultipart(Array.from({ length: 10_000 }, (_, index) => text(`f${index}`)))],
  ['with 10,000 empty names', makeRawMultipart(Array.from({ length: 10_000 }, () => text('')))],
  ['with two pictures', makeRawMultipart([file('image'), file('image')])],
  ['with 1,000 files', makeRawMultipart(Array.from({ length: 1000 }, (_, index) => file(`f${index}`)))],
  ['with a field of 100 kB', makeRawMultipart([text('description', 'x'.repeat(100_000))])],
  ['with a name of 10 kB', makeRawMultipart([text('n'.repeat(10_000))])],
  ['with 5,000 headers in a part', makeRawMultipart([`${'X-A: b\r\n'.repeat(5000)}${text('name')}`])],
  ['with a header of 1 MB', makeRawMultipart([`X-A: ${'b'.repeat(1_000_000)}\r\n${text('name')}`])],
  ['that names a prototype', makeRawMultipart([text('__proto__', '{"role":1}')])],
  ['that names a constructor', makeRawMultipart([text('constructor')])],
  [
    'with a field of JSON',
    makeRawMultipart([`Content-Disposition: form-data; name="name"\r\nContent-Type: application/json\r\n\r\n{"a":1}`]),
  ],
  [
    'with a field of bad JSON',
    makeRawMultipart([`Content-Disposition: form-data; name="name"\r\nContent-Type: application/json\r\n\r\n{"a`]),
  ],
  ['of random bytes', { ...makeRawMultipart([]), body: randomBytes(50_000) }],
])(
  '[SAFE-17] [API-7] [threat 29] CVE-2025-47944, CVE-2025-7338: a form %s is refused, and the next call on that connection is answered',
  async (_what, form) => {
    const { token } = await openAdmin();
    const before = listFileNames(uploadsDir);
    const answer = await upload(token, form);
    expect(answer).toMatchObject({ status: 400, body: { success: false, message: expect.any(String) } });
    expect(await isServing()).toBe(true);
    await expectNothingStored(before);
  },
);

test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png'])(
  '[API-7] a product sent as %s is refused, because a form is expected',
  async (type) => {
    const { token } = await openAdmin();
    const answer = await upload(token, { body: Buffer.from('{}'), headers: { 'content-type': type } });
    expect(answer).toMatchObject({ status: 415, body: { success: false } });
    expect(await isServing()).toBe(true);
  },
);

test.each<[string, Buffer, string, string]>([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'a.svg', 'image/svg+xml'],
  ['SVG that says it is a PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.png', 'image/png'],
  ['HTML named .png', Buffer.from('<html><script>alert(1)</script>'), 'a.png', 'image/png'],
  ['half a JPEG', (await makeNoiseImage()).subarray(0, 9000), 'a.jpg', 'image/jpeg'],
  ['a PNG of 144 megapixels', makeHugePng({ width: 12_000, height: 12_000 }), 'a.png', 'image/png'],
])('[API-7] [UPLOAD-5] [threat 27] [threat 28] %s is refused, and nothing is kept', async (_what, bytes, name, type) => {
  const { token, fields } = await openAdmin();
  const before = listFileNames(uploadsDir);
  const answer = await upload(token, await makeMultipartForm(fields, { bytes, name, type }));
  expect(answer).toMatchObject({ status: 400, body: { success: false, issues: [{ path: 'image' }] } });
  await expectNothingStored(before);
});

test('[UPLOAD-5] [threat 31] a URL instead of an image is refused and never fetched', async () => {
  let calls = 0;
  const bait = http.createServer((_request, answer) => answer.end(String(++calls)));
  await new Promise<void>((resolve) => bait.listen(0, '127.0.0.1', resolve));
  const address = bait.address();
  const image = `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}/x.png`;
  const { token, fields } = await openAdmin();
  const refused = { status: 400, body: { issues: [{ path: 'image' }] } };
  expect(await upload(token, await makeMultipartForm({ ...fields, image }))).toMatchObject(refused);
  expect(await upload(token, await makeMultipartForm(fields, Buffer.from(image)))).toMatchObject(refused);
  bait.close();
  expect(calls).toBe(0);
});

test('[GATE-3] [threat 29] a request without a login is refused before its body is read', async () => {
  const reply = await new Promise<string>((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      // A megabyte is announced and never sent.
      socket.write(
        `POST ${createProduct.path} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: 1000000\r\n\r\n`,
      );
    });
    socket.once('data', (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.once('error', reject);
  });
  expect(reply).toMatch(/^HTTP\/1\.1 401 /);
});

const OVERSIZED: [string, boolean][] = [
  ['says so', true],
  ['does not say how long it is', false],
];

test.each(takeFirst(OVERSIZED))(
  '[UPLOAD-5] [threat 28] [fault 26] an image of 50 MB that %s is refused without being held in memory',
  async (_what, tellsLength) => {
    const { token } = await openAdmin();
    const before = listFileNames(uploadsDir);
    const start = measureBuffers();
    let atTheEnd = 0;
    const answer = await upload50Mb({ port, path: createProduct.path, token, tellsLength }, () => {
      atTheEnd = measureBuffers();
    });
    expect(answer).toMatchObject({ statuses: [413, 200], sent: 800, error: null });
    expect(answer.text).toContain('"message":"The image is larger than 5 MB"');
    expect(atTheEnd).toBeGreaterThan(0);
    expect(atTheEnd - start).toBeLessThan(15e6);
    expect(await isServing()).toBe(true);
    await expectNothingStored(before);
  },
);

test('[UPLOAD-4] [threat 28] an image of exactly 5 MB is checked, one of a byte more is refused', async () => {
  const { token, fields } = await openAdmin();
  const padded = (size: number) => Buffer.concat([imageBytes, Buffer.alloc(size - imageBytes.length)]);
  expect((await upload(token, await makeMultipartForm(fields, padded(5 * 1024 * 1024)))).status).toBe(200);
  expect((await upload(token, await makeMultipartForm(fields, padded(5 * 1024 * 1024 + 1)))).status).toBe(413);
});

test('[fault 25] an upload whose connection breaks leaves nothing behind', async () => {
  const { token, fields } = await openAdmin();
  const before = listFileNames(uploadsDir);
  const { body, headers } = await makeMultipartForm(fields, await makeNoiseImage());
  for (const part of [0.01, 0.5, 0.99]) {
    await new Promise<void>((resolve) => {
      const socket = net.connect(port, '127.0.0.1', () => {
        socket.write(
          `POST ${createProduct.path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`,
        );
        socket.write(body.subarray(0, Math.floor(body.length * part)), () => setTimeout(() => socket.destroy(), 50));
      });
      socket.once('close', () => resolve());
    });
  }
  // The server hears of the broken connections a moment later, and then removes what it had.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await isServing()).toBe(true);
  await vi.waitFor(() => expectNothingStored(before), { timeout: 30_000 });
});
