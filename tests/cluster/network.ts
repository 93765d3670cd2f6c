/**
 * Machines of the exercise: each has its own network namespace and address, all on one bridge, and its own Debian: a root
 * directory with its own changes. Everything is made within the exercise's namespaces (main.ts), and ends with them.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type RootFsProcess, type RunOptions, runInRootFs } from './root-fs.ts';

const BRIDGE = 'bridge0';
/** Where buyers, the payment provider and the object store are. */
export const OUTSIDE_ADDRESS = '10.0.0.1';

const run = (program: string, ...args: string[]): string => execFileSync(program, args, { encoding: 'utf8' });

export interface Machine {
  name: string;
  address: string;
  /** Runs a program of its Debian. */
  start: (command: readonly string[], options?: Pick<RunOptions, 'user' | 'env'>) => RootFsProcess;
  /** Makes a file, and the folders that it is in. */
  writeFile: (file: string, content: string, owner?: string) => void;
  /** Makes a folder of this user. */
  makeFolder: (folder: string, owner: string) => void;
  /** A folder from outside, as by NFS. */
  mountFolder: (source: string, folder: string) => void;
  /** Like unplugging the network cable: nothing is refused, nothing answers. */
  cut: () => void;
  reconnect: () => void;
  /** Like a power failure: kills everything that runs in it. */
  powerOff: () => void;
}

export function prepareNetwork(): void {
  // Names only have to be unique within the exercise: nothing of it is visible outside.
  mkdirSync('/run/netns', { recursive: true });
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run/netns');
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
  run('ip', 'address', 'add', `${OUTSIDE_ADDRESS}/24`, 'dev', BRIDGE);
  run('ip', 'link', 'set', BRIDGE, 'up');
}

/** A network namespace with this address. */
export function connect(name: string, address: string): void {
  run('ip', 'netns', 'add', name);
  run('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  run('ip', 'link', 'set', name, 'master', BRIDGE, 'up');
  for (const args of [
    ['address', 'add', `${address}/24`, 'dev', 'eth0'],
    ['link', 'set', 'eth0', 'up'],
    ['link', 'set', 'lo', 'up'],
  ])
    run('ip', '-n', name, ...args);
}

/** `rootFs`: the Debian that all machines begin with. `directory`: what they change. */
export function createMachine(name: string, address: string, rootFs: string, directory: string): Machine {
  connect(name, address);
  const root = path.join(directory, name, 'root');
  const [upper, work] = ['changes', 'work'].map((it) => path.join(directory, name, it));
  for (const it of [root, upper ?? '', work ?? '']) mkdirSync(it, { recursive: true });
  run('mount', '-t', 'overlay', 'overlay', '-o', `lowerdir=${rootFs},upperdir=${upper},workdir=${work}`, root);
  run('mount', '-t', 'proc', 'proc', path.join(root, 'proc'));
  run('mount', '--rbind', '/dev', path.join(root, 'dev'));
  // Uses programs of that root: its links would lead elsewhere outside of it.
  const runWithin = (input: string, ...args: string[]) =>
    execFileSync('chroot', [root, ...args], { input, stdio: ['pipe', 'ignore', 'inherit'] });
  return {
    name,
    address,
    start: (command, options) => runInRootFs(root, command, { ...options, networkNamespace: name }),
    writeFile: (file, content, owner = 'root') => {
      runWithin('', 'mkdir', '-p', path.dirname(file));
      runWithin(content, 'tee', file);
      runWithin('', 'chown', `${owner}:`, file);
      runWithin('', 'chmod', '600', file);
    },
    makeFolder: (folder, owner) => {
      runWithin('', 'mkdir', '-p', folder);
      runWithin('', 'chown', `${owner}:`, folder);
    },
    mountFolder: (source, folder) => {
      runWithin('', 'mkdir', '-p', folder);
      run('mount', '--bind', source, path.join(root, folder));
    },
    cut: () => run('ip', 'link', 'set', name, 'down'),
    reconnect: () => run('ip', 'link', 'set', name, 'up'),
    powerOff: () => {
      for (const id of run('ip', 'netns', 'pids', name).split('\n').filter(Boolean)) killProcess(Number(id));
    },
  };
}

function killProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // The process has ended since it was listed.
  }
}

/** A file of deploy/, for the machine it is made for. The words after `//` are replaced as `replacements` says. */
export function readDeployFile(file: string, replacements: Record<string, string> = {}): string {
  const source = readFileSync(path.join(import.meta.dirname, '../../deploy', file), 'utf8');
  return Object.entries(replacements).reduce((text, [from, to]) => text.replaceAll(from, to), source);
}

/** The settings of an environment file. */
export function parseEnvironment(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));
}

/** Prints a line with the seconds since the start. */
export function createLog(print: (line: string) => void): (line: string) => void {
  return (line) => print(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${line}`);
}
