/** The exercise itself, within the namespaces of main.ts: starts the cluster, causes the incidents, measures, and writes the table. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MINUTE } from '../../src/contract/values.ts';
import { startS3 } from '../support/s3.ts';
import { root } from '../support/shop-process.ts';
import { API_KEY, startFakeStripe } from '../support/stripe/stripe-server.ts';
import { createCrowd, WEBHOOK_SECRET } from './crowd.ts';
import { type Cluster, INCIDENTS } from './incidents.ts';
import { readSettings, startInstances } from './instances.ts';
import { createLog, OUTSIDE_ADDRESS, prepareNetwork } from './network.ts';
import { runShopCommand } from './next-version.ts';
import { startDatabaseCluster } from './patroni.ts';
import { createRecovery } from './point-in-time.ts';
import { startProxies } from './proxies.ts';
import { writeTable } from './table.ts';
import { measureThroughput } from './throughput.ts';

const BUYERS = 50;
const PASSWORD = 'a-password-of-the-exercise';
const minutes = Number(process.env.MINUTES ?? 30);
const directory = process.env.CLUSTER_DIR ?? '';
const log = createLog(console.log);

prepareNetwork();
const rootFs = readFileSync(path.join(directory, 'root-fs'), 'utf8');
log('three databases …');
const databases = await startDatabaseCluster(rootFs, directory, PASSWORD);
await databases.waitUntilWhole(3 * MINUTE);
log('HAProxy and PgBouncer …');
const proxies = await startProxies(rootFs, directory, PASSWORD);
const stripe = await startFakeStripe(() => new Date(), OUTSIDE_ADDRESS);
const store = await startS3('shop-images', OUTSIDE_ADDRESS);
const options = {
  directory,
  password: PASSWORD,
  env: {
    STRIPE_SECRET_KEY: API_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.baseUrl,
    STORAGE_URL: store.url,
    STORAGE_ACCESS_KEY: store.config.accessKey,
    STORAGE_SECRET_KEY: store.config.secretKey,
  },
};
const env = { DATA_DIR: path.join(directory, 'operator'), ...readSettings(options) };
await runShopCommand(root, ['migrate'], env);
log('three instances of the shop …');
const instances = await startInstances(options);
const cluster: Cluster = { directory, databases, proxies, instances, folder: root, releases: 0, env };
const throughput = await measureThroughput(instances);
log(throughput);
const crowd = await createCrowd({ count: BUYERS, directUrl: proxies.directUrl, stripe: stripe.state, instances });
log(`${BUYERS} buyers; ${minutes} minutes`);

const recovery = await createRecovery(rootFs, directory, PASSWORD, proxies.directUrl);
await recovery.copy();

const endsAt = performance.now() + minutes * MINUTE;
const incidents = INCIDENTS.filter(({ name }) => name.includes(process.env.INCIDENT ?? ''));
/** After the first incident has changed the primary, so that the recovery crosses two timelines. */
const marked = incidents[1] ?? incidents[0];
do {
  for (const incident of incidents) {
    log(incident.name);
    if (incident === marked) await recovery.mark();
    const { secondsUntilWhole, unavailable, cut, wrong, stale } = await crowd.observe(incident, cluster);
    log(`  whole after ${secondsUntilWhole.toFixed(1)} s; ${unavailable} × 503, ${cut} cut, ${wrong.length} others, ${stale.length} stale`);
    const ended = proxies.explainEnd();
    if (ended) throw new Error(ended);
  }
} while (performance.now() < endsAt);
const { rows, findings } = await crowd.finish();
const verified = await runShopCommand(cluster.folder, ['verify'], cluster.env);
log(verified.trim());
const restored = await recovery.restore();
findings.push(...restored.findings);
const restoredEnv = { ...cluster.env, DATABASE_URL: restored.url, DATABASE_DIRECT_URL: restored.url };
// The restored database is of the version that ran then.
await runShopCommand(cluster.folder, ['migrate'], restoredEnv);
log(`the state of a minute: ${(await runShopCommand(cluster.folder, ['verify'], restoredEnv)).trim()}`);
const failures = writeTable({ rows, findings, verified, throughput, minutes, buyers: BUYERS });
for (const it of failures) log(`FAILED: ${it}`);
if (failures.length) for (const it of instances) log(`${it.name}: ${it.listErrors().join('\n')}`);
process.exit(failures.length ? 1 : 0);
