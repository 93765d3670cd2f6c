/** Answers a second, each beside a bare `node:http` that sends the same bytes, in the same run. Seconds a figure: SECONDS=5. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startShop } from '../tests/shop-process.ts';
import { type Measured, measure } from './load.ts';

const seconds = Number(process.env.SECONDS ?? 5);
const home = mkdtempSync(path.join(os.tmpdir(), 'shop-bench-'));

async function startBare(bytes: Buffer, type: string): Promise<{ origin: string; stop: () => void }> {
  const file = path.join(home, 'answer');
  writeFileSync(file, bytes);
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'bare.ts'), file, type], { stdio: ['ignore', 'pipe', 'inherit'] });
  const origin = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim().replace('listening ', ''))),
  );
  return { origin, stop: () => child.kill() };
}

function print(name: string, shop: Measured, bare: Measured): void {
  const cells = [
    name.padEnd(34),
    shop.rate.toFixed(0).padStart(8),
    bare.rate.toFixed(0).padStart(10),
    (shop.rate / bare.rate).toFixed(3).padStart(8),
  ];
  console.log(`${cells.join('')}${shop.p99.toFixed(0).padStart(9)}${String(shop.failed).padStart(8)}`);
}

const shop = await startShop({ env: { LOG_LEVEL: 'error' } });
try {
  const products = (await (await fetch(`${shop.origin}/api/v1/product/get-products?limit=100`)).json()) as { products: { slug: string }[] };
  const slugs = products.products.map((it) => it.slug);
  const works: [name: string, paths: string[]][] = [
    ['get-products, page 1', ['/api/v1/product/get-products']],
    ['single-product, 100 in turn', slugs.map((slug) => `/api/v1/product/single-product/${slug}`)],
    ['search, one word', ['/api/v1/product/search/shoe']],
    ['home page, rendered', ['/']],
    ['product page, rendered', slugs.map((slug) => `/product/${slug}`)],
  ];
  console.log(
    `node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model}, embedded database, 50 connections, ${seconds} s each`,
  );
  console.log(`${'answers a second'.padEnd(34)}    shop      bare   ratio   p99 ms  failed`);
  for (const [name, paths] of works) {
    const [first = '/'] = paths;
    const answer = await fetch(shop.origin + first);
    const bare = await startBare(Buffer.from(await answer.arrayBuffer()), answer.headers.get('content-type') ?? 'text/plain');
    const measured = await measure(
      paths.map((it) => shop.origin + it),
      { seconds },
    );
    print(name, measured, await measure([bare.origin], { seconds }));
    bare.stop();
  }
} finally {
  await shop.stop();
  rmSync(home, { recursive: true, force: true });
}
