/** A real object store: s3rver, which checks signatures, behind a proxy that can be made to fail. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Config } from '../../src/server/platform/settings/storage-config.ts';
import type { S3Limits } from '../../src/server/platform/storage/s3-client.ts';

/** Retries without a pause; long timeouts for busy machines. */
export const TEST_LIMITS: S3Limits = { readTimeout: 20_000, writeTimeout: 20_000, retries: 2, retryDelay: 10 };
/** The timeout for a store that doesn't answer. */
export const SHORT_TIMEOUTS: Partial<S3Limits> = { readTimeout: 300, writeTimeout: 300 };

/** What happens to a request instead of being answered; `truncate` sends half of the true answer. */
export type Failure = { status: number; code: string } | 'hang' | 'truncate' | 'cut';

export interface TestS3 {
  config: S3Config;
  url: string;
  /** Called before each request; null lets it pass. */
  failRequests: (choose: ((method: string, url: string) => Failure | null) | null) => void;
  /** Method and URL of each request so far. */
  requests: string[];
  close: () => Promise<void>;
}

function answer(outgoing: ServerResponse, { status, code }: { status: number; code: string }): void {
  outgoing.writeHead(status, { 'content-type': 'application/xml' });
  outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>secret details</Message></Error>`);
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, port: number, isTruncated: boolean): void {
  const { method, url, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (answered) => {
    outgoing.writeHead(answered.statusCode ?? 500, answered.headers);
    if (!isTruncated) return void answered.pipe(outgoing);
    answered.once('data', (chunk: Buffer) => {
      outgoing.write(chunk.subarray(0, chunk.length / 2));
      setTimeout(() => outgoing.destroy(), 10);
    });
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

export async function startS3(bucket = 'shop-images', address = '127.0.0.1'): Promise<TestS3> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'shop-s3-'));
  const store = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket }] });
  const { port } = await store.run();
  let chooseFailure: ((method: string, url: string) => Failure | null) | null = null;
  const requests: string[] = [];
  const proxy = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    requests.push(`${method} ${url}`);
    const failure = chooseFailure?.(method, url) ?? null;
    if (failure === 'hang') return;
    if (failure === 'cut') return void incoming.socket.destroy();
    if (failure && failure !== 'truncate') return answer(outgoing, failure);
    forward(incoming, outgoing, port, failure === 'truncate');
  });
  await new Promise<void>((resolve) => proxy.listen(0, address, resolve));
  const endpoint = `http://${address}:${(proxy.address() as AddressInfo).port}/`;
  return {
    config: { bucket, prefix: '', endpoint, region: 'us-east-1', isPathStyle: true, accessKey: 'S3RVER', secretKey: 'S3RVER' },
    url: `s3://${bucket}?endpoint=${endpoint}`,
    failRequests: (it) => {
      chooseFailure = it;
    },
    requests,
    close: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await store.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
