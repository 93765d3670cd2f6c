/** The shop as a merchant runs it: its own process, its own data directory, a real port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

export interface ShopProcess {
  origin: string;
  process: ChildProcess;
  dataDir: string;
  /** Everything it has printed. */
  output: () => string;
  stop: () => Promise<number | null>;
}

interface Options {
  env?: Record<string, string>;
  dataDir?: string;
  /** Keep the data directory when it stops. */
  keepData?: boolean;
}

/** Waits for the line that says it is open, at most two minutes: a first start builds and seeds. */
export async function startShop({ env = {}, dataDir, keepData = false }: Options = {}): Promise<ShopProcess> {
  const home = dataDir ?? mkdtempSync(path.join(os.tmpdir(), 'shop-browser-'));
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', HOST: '127.0.0.1', DATA_DIR: home, ADMIN_PASSWORD: 'admin-password-1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const origin = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The shop did not open:\n${printed}`)), 120_000);
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      const open = /The shop is open: (\S+)/.exec(printed)?.[1];
      if (!open) return;
      clearTimeout(timer);
      resolve(open);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void exited.then((code) => reject(new Error(`The shop ended with ${code}:\n${printed}`)));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    const code = await exited;
    if (!keepData) rmSync(home, { recursive: true, force: true });
    return code;
  };
  return { origin, process: child, dataDir: home, output: () => printed, stop };
}
