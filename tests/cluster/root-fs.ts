/**
 * Programs of Debian 12 or 13 for tests, whatever Debian this machine has: each set of packages is unpacked into a directory of its own, once,
 * and a program runs with that directory as its root. It shares the machine's network and its process numbers.
 *
 *   const rootFs = await ensureRootFs({ suite: 'trixie', packages: ['pgbouncer'] });
 *   const pgbouncer = runInRootFs(rootFs, ['pgbouncer', '/etc/pgbouncer.ini'], { user: NOBODY });
 *
 * It needs root and Debian's packages. `explainMissing` says what is missing; tests are skipped with that reason.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { SECOND } from '../../src/contract/values.ts';

const run = promisify(execFile);

/** Outlives a clone: making a root takes half a minute. */
const CACHE_DIR = process.env.CLUSTER_CACHE ?? '/var/cache/storefront-cluster';
const DEBIAN_VERSION_FILE = '/etc/debian_version';
const MAX_OUTPUT = 20_000;

/** The unprivileged user of every Debian: servers refuse to run as root. */
export const NOBODY = 65_534;

export interface RootFsOptions {
  /** `bookworm` is Debian 12, `trixie` Debian 13. */
  suite: 'bookworm' | 'trixie';
  packages: readonly string[];
}

/** What is missing on this machine to run programs from Debian's packages; null: nothing. */
export function explainMissing(): string | null {
  if (process.platform !== 'linux' || !existsSync(DEBIAN_VERSION_FILE))
    return "it takes Debian, whose packages it unpacks; this machine isn't one";
  if (process.getuid?.() !== 0) return 'it takes root, to run programs in a root directory of their own';
  return null;
}

/** Debian's own tool, which needs only apt. */
async function ensureMmdebstrap(): Promise<void> {
  if (existsSync('/usr/bin/mmdebstrap')) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '-qq', '--no-install-recommends', 'mmdebstrap'], { env });
}

/** The directory with these packages, made if it isn't there. Several processes may ask at once: the first to finish wins. */
export async function ensureRootFs({ suite, packages }: RootFsOptions): Promise<string> {
  const directory = path.join(CACHE_DIR, [suite, ...packages.toSorted()].join('+'));
  if (existsSync(directory)) return directory;
  await ensureMmdebstrap();
  mkdirSync(CACHE_DIR, { recursive: true });
  const unfinished = mkdtempSync(path.join(CACHE_DIR, 'unfinished-'));
  try {
    const args = ['--quiet', '--mode=root', '--variant=apt', `--include=${packages.join(',')}`, suite, path.join(unfinished, 'root')];
    await run('mmdebstrap', args, { maxBuffer: 100 * 1024 * 1024 });
    renameSync(path.join(unfinished, 'root'), directory);
  } catch (error) {
    if (!existsSync(directory)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return directory;
}

export interface RunOptions {
  /** A user by number, or by name in that root. Default: root. */
  user?: number | string;
  env?: Record<string, string>;
  /** A network namespace, as `ip netns add` names it. Default: the machine's. */
  networkNamespace?: string;
}

export interface RootFsProcess {
  process: ChildProcess;
  /** Its last output. */
  output: () => string;
  /** Sends the signal, and SIGKILL after ten seconds; resolves once it has ended. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** Ends with this process at the latest. `command`: a program by its name or its path within the root, and its arguments. */
export function runInRootFs(
  rootFs: string,
  command: readonly string[],
  { user, env = {}, networkNamespace }: RunOptions = {},
): RootFsProcess {
  const chroot = ['chroot', ...(user === undefined ? [] : [`--userspec=${user}:${user}`]), rootFs, ...command];
  const [program = '', ...args] = networkNamespace ? ['ip', 'netns', 'exec', networkNamespace, ...chroot] : chroot;
  const child = spawn(program, args, {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const append = (chunk: Buffer) => {
    output = (output + chunk).slice(-MAX_OUTPUT);
  };
  child.stdout?.on('data', append);
  child.stderr?.on('data', append);
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      output += error.message;
      resolve();
    });
  });
  void ended.then(() => process.off('exit', kill));
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    const timer = setTimeout(kill, 10 * SECOND);
    await ended;
    clearTimeout(timer);
  };
  return { process: child, output: () => output, stop };
}
