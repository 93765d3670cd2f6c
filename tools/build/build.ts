/** `npm run build`: web and server, by one run of Vite, into build/client and build/server; nothing where they are up to date. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { waitForLock } from '../../src/server/platform/process/data-dir.ts';
import { pickAreaRoutes, toAreaManifest } from '../../src/web/areas.ts';
import { restoreAssets, stashAssets } from './previous-assets.ts';
import { computeSourceHash, getHashFile, isBuildCurrent } from './source-hash.js';

const COMPRESSIBLE = /\.(js|css|svg)$/;
const CODE = /\.tsx?$|\/tsconfig\.json$/;

/** Most of what a build makes lives until its end: Node's default would copy it again and again within the young generation. */
const NODE_FLAGS = ['--max-semi-space-size=64'];

/** The framework's command builds both halves: vite.config.ts names the server's entries. `onServer`: the browser's half is complete. */
async function runVite(root: string, onServer: () => void): Promise<void> {
  const bin = path.join(root, 'node_modules/@react-router/dev/bin.cjs');
  const child = spawn(process.execPath, [...NODE_FLAGS, bin, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Whoever started this process has ended.
  process.once('disconnect', () => child.kill());
  process.once('exit', () => child.kill());
  let output = '';
  let isServer = false;
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      if (isServer || !output.includes('building ssr environment')) return;
      isServer = true;
      onServer();
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The shop could not be built:\n${output}`);
}

/**
 * The file that is started: checks Node's version, then loads the program. In a single file an older Node would fail at the imports,
 * such as node:sqlite, before it runs the first line.
 */
function writePrograms(root: string): void {
  const folder = path.join(root, 'build/server');
  for (const name of ['main', 'shop']) {
    renameSync(path.join(folder, `${name}.js`), path.join(folder, `${name}-program.js`));
    const lines = ['import "./require-node.js";', `await import("./${name}-program.js");`, ''];
    writeFileSync(path.join(folder, `${name}.js`), lines.join('\n'));
  }
}

/** Migrations, SQL functions, the demo's catalog: what the server reads at run time (src/server/platform/process/asset-path.ts) keeps its place. */
function copyServerFiles(root: string): void {
  const source = path.join(root, 'src/server');
  const files = readdirSync(source, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  for (const { parentPath, name } of files) {
    const file = path.join(parentPath, name);
    if (!CODE.test(file)) cpSync(file, path.join(root, 'build/server', path.relative(source, file)));
  }
}

/** Copies the demo's drawings, some of the package's thousands. */
function copyDemoRenders(root: string): void {
  const rows = parse<{ image: string }>(readFileSync(path.join(root, 'src/server/shop/seed/catalog.csv')), { columns: true });
  for (const { image } of rows)
    cpSync(
      path.join(root, 'node_modules/@lobehub/fluent-emoji-3d/assets', image),
      path.join(root, 'build/server/shop/seed/renders', image),
    );
}

/**
 * The framework writes one table of all pages: here it becomes one for each area, of which a browser loads its own, without what is false, and without
 * the scripts that each page begins with.
 */
function splitManifest(directory: string): void {
  const name = readdirSync(directory).find((it) => /^manifest-\w+\.js$/.test(it));
  if (!name) throw new Error('The build has written no table of pages');
  const file = path.join(directory, name);
  const prefix = 'window.__reactRouterManifest=';
  const manifest = JSON.parse(readFileSync(file, 'utf8').slice(prefix.length, -1)) as {
    entry: { imports: string[] };
    routes: Record<string, { parentId?: string; path?: string; imports?: string[] }>;
  };
  const begunWith = new Set(manifest.entry.imports);
  for (const route of Object.values(manifest.routes)) route.imports = route.imports?.filter((it) => !begunWith.has(it)) ?? [];
  const isUnused = (key: string, value: unknown) =>
    value === false || key === 'hasDefaultExport' || (Array.isArray(value) && !value.length);
  const withoutUnused = (key: string, value: unknown) => (isUnused(key, value) ? undefined : value);
  for (const area of ['shop', 'admin'] as const) {
    writeFileSync(toAreaManifest(file, area), `${prefix}${JSON.stringify(pickAreaRoutes(manifest, area), withoutUnused)};`);
  }
  for (const extension of ['', '.br', '.gz']) rmSync(file + extension, { force: true });
}

/** As small as possible, once: these files are sent a million times and never change. Those that are compressed already are left. */
async function compressAssets(directory: string): Promise<void> {
  for (const name of readdirSync(directory).filter((it) => COMPRESSIBLE.test(it))) {
    const file = path.join(directory, name);
    if (existsSync(`${file}.gz`)) continue;
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes));
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

/** If processes start together, one builds, and the others wait for it. */
export async function ensureBuild(root: string, print: (line: string) => void): Promise<void> {
  if (isBuildCurrent(root)) return;
  const unlock = await waitForLock(path.join(root, 'node_modules/.cache/storefront-build'));
  try {
    if (isBuildCurrent(root)) return;
    const startedAt = performance.now();
    print('Building the shop, once for each version. 1 of 2: the pages …');
    const hash = computeSourceHash(root);
    // Nobody has seen an interrupted build, and the files that it put aside are still there.
    if (existsSync(getHashFile(root))) stashAssets(root);
    rmSync(getHashFile(root), { force: true });
    const assets = path.join(root, 'build/client/assets');
    let compressing = Promise.resolve();
    await runVite(root, () => {
      print('Building the shop. 2 of 2: the server …');
      compressing = compressAssets(assets);
      compressing.catch(() => undefined);
    });
    await compressing;
    writePrograms(root);
    copyServerFiles(root);
    copyDemoRenders(root);
    splitManifest(assets);
    await compressAssets(assets);
    restoreAssets(root);
    writeFileSync(getHashFile(root), hash);
    print(`Built after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  } finally {
    unlock();
  }
}

if (import.meta.main) {
  try {
    await ensureBuild(path.resolve(import.meta.dirname, '../..'), (line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
  // Otherwise the channel to start.js keeps this process alive.
  if (process.connected) process.disconnect?.();
}
