/** Three database machines, each with etcd and Patroni, by the files in deploy/cluster/. */
import { SECOND } from '../../src/contract/values.ts';
import { createMachine, type Machine, parseEnvironment, readDeployFile } from './network.ts';
import { shareArchive } from './point-in-time.ts';
import { poll } from './poll.ts';
import type { RootFsProcess } from './root-fs.ts';

export interface DatabaseMachine {
  machine: Machine;
  /** Its etcd and its Patroni, which starts PostgreSQL. */
  powerOn: () => void;
  /** Like a crash of etcd alone: the machine goes on without it. */
  stopEtcd: () => Promise<void>;
  startEtcd: () => void;
  /** The last output of both. */
  output: () => string;
}

export interface DatabaseCluster {
  nodes: DatabaseMachine[];
  findPrimary: () => Promise<DatabaseMachine | undefined>;
  /** One primary and two standbys that follow it, one of them with every transaction that is acknowledged. */
  waitUntilWhole: (limit: number) => Promise<void>;
}

const NODES = [1, 2, 3].map((number) => ({ name: `db${number}`, address: `10.0.0.2${number}` }));
/** In the files: the first machine's. */
const EXAMPLE = '10.0.0.21';

interface Member {
  name: string;
  role: string;
  state: string;
}

/** Patroni's status on this machine; null if it doesn't answer. */
async function listMembers(address: string): Promise<Member[] | null> {
  try {
    const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2 * SECOND) });
    const { members } = (await response.json()) as { members: Member[] };
    return members;
  } catch {
    return null;
  }
}

async function isPrimary({ address }: Machine): Promise<boolean> {
  try {
    return (await fetch(`http://${address}:8008/primary`, { signal: AbortSignal.timeout(2 * SECOND) })).ok;
  } catch {
    return false;
  }
}

/** What a stranger with access to the port would try. */
async function requirePassword(address: string): Promise<void> {
  const body = JSON.stringify({ leader: 'db1' });
  const { status } = await fetch(`http://${address}:8008/switchover`, { method: 'POST', body, signal: AbortSignal.timeout(5 * SECOND) });
  if (status !== 401) throw new Error(`Patroni at ${address} answers a switchover without a password by ${status}`);
}

/** Every line that names the machine itself; etcd's list of all members stays as it is. */
const personalize = (text: string, name: string, address: string, shared: RegExp) =>
  text
    .split('\n')
    .map((line) => (shared.test(line) ? line : line.replaceAll(EXAMPLE, address).replace(/\bdb1$/, name)))
    .join('\n');

function createDatabaseMachine(rootFs: string, directory: string, password: string, { name, address }: (typeof NODES)[number]) {
  const machine = createMachine(name, address, rootFs, directory);
  const patroniConfig = personalize(readDeployFile('cluster/patroni.yml', { 'change-me': password }), name, address, /hosts:/);
  const etcdConfig = personalize(readDeployFile('cluster/etcd.env'), name, address, /INITIAL_CLUSTER=/);
  machine.writeFile('/etc/patroni/config.yml', patroniConfig, 'postgres');
  machine.makeFolder('/var/lib/etcd', 'etcd');
  machine.makeFolder('/var/lib/postgresql', 'postgres');
  machine.makeFolder('/var/run/postgresql', 'postgres');
  shareArchive(machine, directory);
  let etcd: RootFsProcess | undefined;
  let patroni: RootFsProcess | undefined;
  const startEtcd = () => {
    etcd = machine.start(['etcd'], { user: 'etcd', env: { ...parseEnvironment(etcdConfig), ETCD_LOG_LEVEL: 'warn' } });
  };
  return {
    machine,
    startEtcd,
    stopEtcd: async () => etcd?.stop('SIGKILL'),
    powerOn: () => {
      startEtcd();
      patroni = machine.start(['patroni', '/etc/patroni/config.yml'], { user: 'postgres' });
    },
    output: () => [etcd, patroni].map((it) => it?.output() ?? '').join('\n'),
  };
}

export async function startDatabaseCluster(rootFs: string, directory: string, password: string): Promise<DatabaseCluster> {
  const nodes = NODES.map((it) => createDatabaseMachine(rootFs, directory, password, it));
  for (const it of nodes) it.powerOn();

  const findPrimary = async () => {
    const answers = await Promise.all(nodes.map(async (it) => ((await isPrimary(it.machine)) ? it : null)));
    return answers.find((it) => it !== null) ?? undefined;
  };
  const isWhole = async () => {
    const lists = await Promise.all(nodes.map(({ machine }) => listMembers(machine.address)));
    return lists.every((members) => {
      const count = (role: string, state: string) => members?.filter((it) => it.role === role && it.state === state).length;
      return count('leader', 'running') === 1 && count('sync_standby', 'streaming') === 1 && count('replica', 'streaming') === 1;
    });
  };
  const cluster: DatabaseCluster = {
    nodes,
    findPrimary,
    waitUntilWhole: async (limit) => {
      if (await poll(isWhole, limit)) {
        for (const { machine } of nodes) await requirePassword(machine.address);
        return;
      }
      const seen = await listMembers(nodes[0]?.machine.address ?? '');
      throw new Error(
        `The databases aren't whole after ${limit / SECOND} seconds: ${JSON.stringify(seen)}\n${nodes.map((it) => `${it.machine.name}:\n${it.output().slice(-3000)}`).join('\n')}`,
      );
    },
  };
  return cluster;
}
