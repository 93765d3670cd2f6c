/** The built shop as a merchant runs it: a process and a data directory of its own, a real port. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { MINUTE } from '../../src/contract/values.ts';
import { NODE_FLAGS } from './projects.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** Enough for a first start, which builds the shop and seeds the demo, on a busy machine; longer means that it hangs. */
const START_TIMEOUT_MS = 5 * MINUTE;

export const ADMIN = { email: 'admin@example.com', password: 'admin-password-1' };

export interface ShopProcess {
  origin: string;
  process: ChildProcess;
  dataDir: string;
  /** Its whole output. */
  output: () => string;
  /** Sends SIGTERM and returns the exit code. */
  stop: () => Promise<number | null>;
  /** Sends SIGKILL, like a power failure. */
  kill: () => Promise<void>;
  /** Resolves when the process has ended for any reason. */
  exited: Promise<void>;
}

interface StartOptions {
  env?: Record<string, string>;
  dataDir?: string;
  /** Keep the data directory when the process ends. */
  keepData?: boolean;
  /** A module that the process imports first; it can receive messages from the test. */
  preload?: string;
  /** Run instead of node with the arguments of `npm start`. */
  command?: string[];
}

/** Tests and benchmarks send more requests than any real network. */
const UNLIMITED = {
  UNCACHED_REQUESTS_PER_MINUTE: '0',
  NETWORK_CHECKOUTS_PER_HOUR: '0',
  CHECKOUTS_PER_HOUR: '1000000',
  GUEST_CHECKOUTS_OPEN: '1000000',
  GUEST_CHECKOUTS_PER_HOUR: '1000000',
};

/** As `npm start` does; with NODE_ENV=development as `npm run dev`, but without watching files. */
function getNodeArgs({ NODE_ENV }: Record<string, string>): string[] {
  if (NODE_ENV === 'development') return ['src/main.ts'];
  return [...NODE_FLAGS, ...manifest.scripts.start.replace('exec node ', '').split(' ')];
}

function spawnShop(env: Record<string, string>, nodeArgs: string[], command = [process.execPath, ...nodeArgs]): ChildProcess {
  const [program = '', ...args] = command;
  return spawn(program, args, {
    cwd: root,
    // Settings of the surrounding environment are left out.
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: os.tmpdir(),
      PORT: '0',
      HOST: '127.0.0.1',
      SHUTDOWN_DELAY: '0',
      ...UNLIMITED,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(nodeArgs.includes('--import') ? (['ipc'] as const) : [])],
  });
}

export function makeDataDir(): string {
  return mkdtempSync(path.join(os.tmpdir(), 'shop-data-'));
}

/** Resolves when the shop has printed its URL. */
export async function startShop({ env = {}, dataDir, keepData = false, preload, command }: StartOptions = {}): Promise<ShopProcess> {
  const directory = dataDir ?? makeDataDir();
  const nodeArgs = [...(preload ? ['--import', preload] : []), ...getNodeArgs(env)];
  const child = spawnShop(
    { DATA_DIR: directory, ADMIN_PASSWORD: ADMIN.password, TRUST_PROXY: '127.0.0.1', START_OPEN: 'on', ...env },
    nodeArgs,
    command,
  );
  let printedOutput = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const origin = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The shop did not open:\n${printedOutput}`));
    }, START_TIMEOUT_MS);
    let isOpen = false;
    const onOutput = (chunk: Buffer) => {
      printedOutput += chunk.toString();
      // Later the shop may log a line for each request.
      if (isOpen) return;
      const announcedOrigin = /(?:The shop is open|Working jobs only): ([^\s"]+)/.exec(printedOutput)?.[1];
      if (!announcedOrigin) return;
      isOpen = true;
      clearTimeout(timer);
      resolve(announcedOrigin);
    };
    child.stdout?.on('data', onOutput);
    child.stderr?.on('data', onOutput);
    void exited.then((code) => {
      clearTimeout(timer);
      reject(new Error(`The shop ended with ${code}:\n${printedOutput}`));
    });
  });
  const terminate = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    const code = await exited;
    if (!keepData) rmSync(directory, { recursive: true, force: true });
    return code;
  };
  return {
    origin,
    process: child,
    dataDir: directory,
    output: () => printedOutput,
    stop: () => terminate('SIGTERM'),
    kill: async () => {
      await terminate('SIGKILL');
    },
    exited: exited.then(() => undefined),
  };
}

/** For a start that must fail: waits for its end. `program` runs instead of what `npm start` runs. */
export async function runUntilExit(env: Record<string, string>, program?: string): Promise<{ code: number | null; output: string }> {
  const child = spawnShop(env, program ? [program] : getNodeArgs(env));
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  const code = await new Promise<number | null>((resolve) => child.once('close', (it) => resolve(it)));
  clearTimeout(timer);
  return { code, output };
}
