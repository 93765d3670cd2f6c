/** The incidents while people buy, and how each is repaired. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE, SECOND } from '../../src/contract/values.ts';
import { type Instance, upgradeInstances } from './instances.ts';
import { createNextVersion, runShopCommand } from './next-version.ts';
import type { DatabaseCluster, DatabaseMachine } from './patroni.ts';
import { poll } from './poll.ts';
import type { Proxies } from './proxies.ts';

export interface Cluster {
  directory: string;
  databases: DatabaseCluster;
  proxies: Proxies;
  instances: readonly Instance[];
  /** The folder of the version that the instances run. */
  folder: string;
  /** How many releases there were after the project's own. */
  releases: number;
  /** The settings of an operator's commands. */
  env: Record<string, string>;
}

export interface Incident {
  name: string;
  /** Causes the incident; the recovery time is counted from its beginning. */
  strike: (cluster: Cluster) => Promise<void>;
  /** Repairs the damage; its own recovery time is counted too. */
  repair?: (cluster: Cluster) => Promise<void>;
}

const RECOVERY_LIMIT = 3 * MINUTE;
/** Long enough for leases to end and for Patroni to try again more than once. */
const FROZEN_FOR = 20 * SECOND;
/** More than twice the lease of a primary. */
const ETCD_GONE_FOR = 45 * SECOND;

let struckDatabase: DatabaseMachine | undefined;

async function takePrimary({ databases }: Cluster): Promise<DatabaseMachine> {
  struckDatabase = await databases.findPrimary();
  if (!struckDatabase) throw new Error('no database is primary');
  return struckDatabase;
}

async function waitUntilReady(instances: readonly Instance[]): Promise<void> {
  for (const it of instances)
    if (!(await poll(it.isReady, RECOVERY_LIMIT))) throw new Error(`${it.name} isn't ready:\n${it.output().slice(-3000)}`);
}

const pickInstance = ({ instances }: Cluster): Instance => {
  const [first] = instances;
  if (!first) throw new Error('no instance');
  return first;
};

export const INCIDENTS: readonly Incident[] = [
  {
    name: 'primary killed: PostgreSQL, Patroni and etcd of its machine, by SIGKILL',
    strike: async (cluster) => (await takePrimary(cluster)).machine.powerOff(),
    repair: async ({ databases }) => {
      struckDatabase?.powerOn();
      await databases.waitUntilWhole(RECOVERY_LIMIT);
    },
  },
  {
    name: 'primary cut from the network',
    strike: async (cluster) => (await takePrimary(cluster)).machine.cut(),
    repair: async ({ databases }) => {
      struckDatabase?.machine.reconnect();
      await databases.waitUntilWhole(RECOVERY_LIMIT);
    },
  },
  {
    name: `etcd killed on all three machines for ${ETCD_GONE_FOR / SECOND} s`,
    strike: async ({ databases }) => {
      await Promise.all(databases.nodes.map((it) => it.stopEtcd()));
      const endsAt = performance.now() + ETCD_GONE_FOR;
      while (performance.now() < endsAt) {
        // By failsafe_mode: without it the primary would give up its lease, and take no orders until etcd is back.
        if (!(await poll(async () => (await databases.findPrimary()) !== undefined, 5 * SECOND)))
          throw new Error('with etcd gone no database is primary');
        await sleep(SECOND);
      }
    },
    repair: async ({ databases }) => {
      for (const it of databases.nodes) it.startEtcd();
      await databases.waitUntilWhole(RECOVERY_LIMIT);
    },
  },
  {
    name: 'instance killed by SIGKILL',
    strike: async (cluster) => pickInstance(cluster).kill(),
    repair: (cluster) => pickInstance(cluster).start(cluster.folder),
  },
  {
    name: `instance frozen (SIGSTOP) for ${FROZEN_FOR / SECOND} s and thawed`,
    strike: async (cluster) => pickInstance(cluster).freeze(),
    repair: async (cluster) => {
      await sleep(FROZEN_FOR);
      pickInstance(cluster).thaw();
      await waitUntilReady(cluster.instances);
    },
  },
  { name: 'PgBouncer killed and started again', strike: ({ proxies }) => proxies.restartPgBouncer() },
  {
    name: 'rolling upgrade to a release with one more migration',
    strike: async (cluster) => {
      cluster.releases += 1;
      cluster.folder = createNextVersion(cluster.directory, cluster.releases);
      await runShopCommand(cluster.folder, ['migrate'], cluster.env);
      await upgradeInstances(cluster.instances, cluster.folder);
    },
  },
];
