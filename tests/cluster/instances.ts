/** Instances of the shop: each in a network namespace of its own, with the settings of deploy/cluster/shop.env. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE, SECOND } from '../../src/contract/values.ts';
import { root, type ShopProcess, startShop } from '../support/shop-process.ts';
import { connect, parseEnvironment, readDeployFile } from './network.ts';
import { poll } from './poll.ts';

/** As in deploy/haproxy.cfg. */
const INSTANCES = [1, 2, 3].map((number) => ({ name: `shop-${number}`, address: `10.0.0.1${number}` }));

const MAX_ERRORS = 20;

export interface Instance {
  name: string;
  origin: string;
  /** Runs the build in this folder: the project's, or that of a later version. */
  start: (folder?: string) => Promise<void>;
  /** Stops it as systemd does; returns the exit code. */
  stop: () => Promise<number | null>;
  kill: () => Promise<void>;
  freeze: () => void;
  thaw: () => void;
  /** The process id within the exercise's namespace. */
  processId: () => number | undefined;
  output: () => string;
  /** Errors in its log, each once. */
  listErrors: () => string[];
  isReady: () => Promise<boolean>;
}

export interface InstanceOptions {
  directory: string;
  password: string;
  /** Added to the settings of deploy/cluster/shop.env. */
  env: Record<string, string>;
}

/** What each instance has in /etc/shop.env. */
export const readSettings = ({ password, env }: InstanceOptions): Record<string, string> => ({
  ...parseEnvironment(readDeployFile('cluster/shop.env', { 'change-me': password })),
  ...env,
});

function createInstance({ name, address }: (typeof INSTANCES)[number], options: InstanceOptions): Instance {
  connect(name, address);
  const origin = `http://${address}:3000`;
  const dataDir = path.join(options.directory, name);
  mkdirSync(dataDir, { recursive: true });
  let shop: ShopProcess | undefined;
  /** Output of its former processes. */
  let former = '';
  const isReady = async () => {
    try {
      return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(3 * SECOND) })).ok;
    } catch {
      return false;
    }
  };
  return {
    name,
    origin,
    start: async (folder = root) => {
      const program = [
        process.execPath,
        '--heap-growing-percent=50',
        '--max-semi-space-size=12',
        path.join(folder, 'build/server/main.js'),
      ];
      former += shop?.output() ?? '';
      shop = await startShop({ dataDir, keepData: true, env: readSettings(options), command: ['ip', 'netns', 'exec', name, ...program] });
      if (!(await poll(isReady, 2 * MINUTE))) throw new Error(`${name} isn't ready:\n${shop.output()}`);
    },
    stop: async () => (await shop?.stop()) ?? null,
    kill: async () => shop?.kill(),
    freeze: () => void shop?.process.kill('SIGSTOP'),
    thaw: () => void shop?.process.kill('SIGCONT'),
    processId: () => shop?.process.pid,
    output: () => former + (shop?.output() ?? ''),
    listErrors: () => {
      const lines = (former + (shop?.output() ?? '')).split('\n').filter((it) => /"level":(50|60)/.test(it));
      const errors = lines.map((it) => JSON.stringify((JSON.parse(it) as { err?: unknown }).err ?? it));
      return [...new Set(errors.map((it) => it.slice(0, 1000)))].slice(0, MAX_ERRORS);
    },
    isReady,
  };
}

export async function startInstances(options: InstanceOptions): Promise<Instance[]> {
  const instances = INSTANCES.map((it) => createInstance(it, options));
  for (const it of instances) await it.start();
  return instances;
}

/** One after the other, each once the one before is ready and HAProxy has seen it. */
export async function upgradeInstances(instances: readonly Instance[], folder: string): Promise<void> {
  for (const it of instances) {
    const code = await it.stop();
    if (code !== 0) throw new Error(`${it.name} ended with ${code}:\n${it.output().slice(-3000)}`);
    await it.start(folder);
    await sleep(2 * SECOND);
  }
}
