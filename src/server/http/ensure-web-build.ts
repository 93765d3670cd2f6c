/** Builds the web where the build is missing or older than its sources. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { waitForLock } from '../data-dir-lock.ts';

const SOURCES = ['src/web', 'src/contract', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'];

function listFiles(entry: string): string[] {
  if (!statSync(entry).isDirectory()) return [entry];
  return readdirSync(entry, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => path.join(it.parentPath, it.name))
    .sort();
}

/** A mark of everything that the build is made of. */
function computeBuildHash(root: string): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    const entry = path.join(root, source);
    if (!existsSync(entry)) continue;
    for (const file of listFiles(entry)) hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function runBuild(root: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const bin = path.join(root, 'node_modules/@react-router/dev/bin.cjs');
    const child = spawn(process.execPath, [bin, 'build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`The pages could not be built:\n${output}`))));
  });
}

const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Compressed once and as far as it goes: these files are sent a million times and never change. */
async function compressAssets(assets: string): Promise<void> {
  for (const name of readdirSync(assets).filter((it) => COMPRESSIBLE.test(it))) {
    const file = path.join(assets, name);
    const bytes = readFileSync(file);
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes));
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

/** Gives the directory of the build. `say` is told when it takes a while. Of processes that start together one builds, the others wait. */
export async function ensureWebBuild(root: string, print: (line: string) => void): Promise<string> {
  const buildDir = path.join(root, 'build');
  const hashFile = path.join(buildDir, '.mark');
  const buildHash = computeBuildHash(root);
  const isBuilt = () => existsSync(hashFile) && readFileSync(hashFile, 'utf8') === buildHash;
  if (isBuilt()) return buildDir;
  print('Building the pages …');
  const unlock = await waitForLock(path.join(root, 'node_modules/.storefront'));
  try {
    if (isBuilt()) return buildDir;
    await runBuild(root);
    await compressAssets(path.join(buildDir, 'client/assets'));
    writeFileSync(hashFile, buildHash);
  } finally {
    unlock();
  }
  return buildDir;
}
