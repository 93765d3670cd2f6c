/**
 * A whole cluster on this machine, from Debian's packages, whose parts fail while people buy: docs/operations/cluster.md, "A cluster".
 *
 *   npm run test:cluster                 30 minutes; the table goes to bench/results.md
 *   MINUTES=5 npm run test:cluster       each incident once; more often in as many minutes as there are
 *   INCIDENT=primary npm run test:cluster   only incidents with that word in their name
 *
 * It takes root on Debian. This program prepares what outlives it (the packages, the build) and starts exercise.ts in namespaces of its own
 * for network, processes and mounts: when it ends, all its servers and addresses are gone.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuild } from '../../tools/build/build.ts';
import { createAuthority } from '../support/certificates.ts';
import { root } from '../support/shop-process.ts';
import { ensureRootFs, explainMissing } from './root-fs.ts';

const PACKAGES = ['etcd-server', 'haproxy', 'patroni', 'pgbouncer', 'postgresql-17', 'python3-etcd'];
const EDGE_ADDRESS = '10.0.0.5';
/** Of Debian's packages iproute2 and util-linux. */
const PROGRAMS = ['ip', 'mount', 'setpriv', 'taskset', 'unshare'];

function explainMissingPrograms(): string | null {
  const folders = ['/usr/sbin', '/usr/bin', '/sbin', '/bin'];
  const missing = PROGRAMS.filter((program) => !folders.some((it) => existsSync(path.join(it, program))));
  return missing.length ? `it takes ${missing.join(', ')} (apt install iproute2 util-linux)` : null;
}

/** Its first process is a shell, which reaps orphaned processes and dies with this process. */
function runInNamespaces(directory: string): Promise<number> {
  const command = `'${process.execPath}' '${path.join(import.meta.dirname, 'exercise.ts')}' & wait $!`;
  const args = [
    '--pdeathsig',
    'KILL',
    'unshare',
    '--mount',
    '--net',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
    'sh',
    '-c',
    command,
  ];
  const env = { ...process.env, CLUSTER_DIR: directory, NODE_EXTRA_CA_CERTS: path.join(directory, 'authority.pem') };
  const child = spawn('setpriv', args, { stdio: 'inherit', env });
  const stop = () => child.kill('SIGKILL');
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

const missing = explainMissing() ?? explainMissingPrograms();
if (missing) {
  console.error(`The cluster can't be tried here: ${missing}.`);
  process.exit(1);
}
await ensureBuild(root, console.log);
console.log('Unpacking packages of Debian, unless they are there from before …');
const rootFs = await ensureRootFs({ suite: 'trixie', packages: PACKAGES });
const directory = mkdtempSync(path.join(os.tmpdir(), 'shop-cluster-'));
try {
  const authority = createAuthority('The exercise');
  const { certificate, key } = authority.issue(EDGE_ADDRESS);
  writeFileSync(path.join(directory, 'authority.pem'), authority.certificate);
  writeFileSync(path.join(directory, 'shop.pem'), certificate + key);
  writeFileSync(path.join(directory, 'root-fs'), rootFs);
  process.exitCode = await runInNamespaces(directory);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
