/** What a merchant installs: its size, and the files to run it as a container or a service. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { MEGABYTE } from '../src/contract/values.ts';
import { SECRET_SETTINGS } from '../src/server/platform/settings/read-settings.ts';
import { listProductionPackages } from '../tools/build/prune.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { dependencies, optionalDependencies, bundledByBuild } = JSON.parse(read('package.json')) as {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  bundledByBuild: string[];
};

function measureBytes(directory: string): number {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

test('[PACK-1] a production install is smaller than 107 MB without Node, and so smaller than 250 MB with it', () => {
  const installed = listProductionPackages(root).needed.filter((name) => !(name.replace('node_modules/', '') in optionalDependencies));
  // A nested package is counted with the outer one.
  const outermost = installed.filter((name) => name.lastIndexOf('node_modules/') === 0);
  const bytes = outermost.map((name) => {
    const directory = path.join(root, name);
    return statSync(directory, { throwIfNoEntry: false }) ? measureBytes(directory) : 0;
  });
  const total = bytes.reduce((sum, it) => sum + it, 0);
  expect(total).toBeGreaterThan(20 * MEGABYTE);
  expect(total).toBeLessThan(107 * MEGABYTE);
});

test('[PACK-1] the built server imports nothing that a production install lacks', () => {
  const files = readdirSync(path.join(root, 'build/server'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.js') && !name.includes('baseline'),
  );
  expect(files).toContain('main.js');
  // As the bundler writes imports: with double quotes, at the beginning of a line.
  const statements = /^import (?:[^"\n]* from )?"([^".$][^"]*)"|await import\("([^".$][^"]*)"\)/gm;
  const imported = files.flatMap((name) =>
    [...read(path.join('build/server', name)).matchAll(statements)].map(([, statement, call]) => statement ?? call ?? ''),
  );
  const names = new Set(imported.filter((it) => !it.startsWith('node:')).map((it) => it.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? it));
  const { builtinModules } = process.getBuiltinModule('node:module');
  const isInstalled = (name: string) => name in dependencies && !bundledByBuild.includes(name);
  expect([...names].filter((name) => !isInstalled(name) && !builtinModules.includes(name))).toEqual([]);
  // Bundled packages are removed, except those that a remaining package needs.
  const { needed, bundled } = listProductionPackages(root);
  expect(bundled).toEqual(expect.arrayContaining(['node_modules/react', 'node_modules/scheduler', 'node_modules/stripe']));
  expect([...names].filter((name) => name in dependencies && !needed.includes(`node_modules/${name}`))).toEqual([]);
  expect(bundledByBuild.filter((name) => !(name in dependencies))).toEqual([]);
  expect(names).toContain('fastify');
});

test('[PACK-2] image, unit and build use the shop’s version of Node', () => {
  const versions = new Set(Object.values(optionalDependencies));
  expect(versions.size).toBe(1);
  const major = [...versions][0]?.split('.')[0];
  expect(read('Dockerfile')).toMatch(new RegExp(`^ARG NODE_IMAGE=node:${major}-`, 'm'));
  expect(read('.github/workflows/ci.yml')).toContain(`, ${major}]`);
  const options = read('package.json').match(/exec node (--[^"]*) tools\/start\.js/)?.[1] ?? 'none';
  expect(read('deploy/shop.service')).toContain(`/node_modules/.bin/node ${options} build/server/main.js`);
  expect(read('Dockerfile')).toContain(JSON.stringify(['node', ...options.split(' '), 'build/server/main.js']).replaceAll(',', ', '));
});

test('[PACK-2] each setting in the packaged files is one of the shop’s', () => {
  const settings = new Set([...read('.env.example').matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name ?? ''));
  for (const name of SECRET_SETTINGS) settings.add(`${name}_FILE`);
  const service = [...read('deploy/shop.service').matchAll(/^Environment=(.*)$/gm)].flatMap(
    ([, line]) => line?.match(/[A-Z_]+(?==)/g) ?? [],
  );
  const shop =
    read('compose.yaml')
      .split(/^ {2}(?=\w)/m)
      .find((it) => it.startsWith('shop:')) ?? '';
  const compose = [...shop.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name ?? '');
  const image =
    read('Dockerfile')
      .match(/^ENV (.*)$/m)?.[1]
      ?.match(/[A-Z_]+(?==)/g) ?? [];
  const composeCluster = [...read('compose.cluster.yaml').matchAll(/^ {4,6}([A-Z_]+):/gm)].map(([, name]) => name ?? '');
  const cluster = [...read('deploy/cluster/shop.env').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name ?? '');
  const OF_OTHERS = ['NODE_ENV', 'SHOP_HOST', 'SHOP_UPSTREAM'];
  expect(Math.min(service.length, compose.length, image.length, cluster.length, composeCluster.length)).toBeGreaterThan(1);
  const all = [...service, ...compose, ...image, ...cluster, ...composeCluster];
  expect(all.filter((name) => !OF_OTHERS.includes(name) && !settings.has(name))).toEqual([]);
});

test('[PACK-2] with several containers the proxy leads to each, one migrates and the others wait, and one runs the jobs', () => {
  const text = read('compose.cluster.yaml');
  const [, services = ''] = text.split(/^services:$/m);
  const names = [...services.matchAll(/^ {2}(\w[\w-]*):/gm)].map(([, name]) => name ?? '');
  const upstreams = /SHOP_UPSTREAM: (.*)/
    .exec(text)?.[1]
    ?.split(' ')
    .map((it) => it.replace(/:3000$/, ''));
  expect(upstreams?.length).toBeGreaterThan(1);
  expect(upstreams).toEqual(names.filter((it) => it.startsWith('shop-')));
  const shared = text.slice(text.indexOf('x-shop:'), text.indexOf('services:'));
  for (const line of ['MIGRATE: "off"', 'JOBS: "off"', 'migrate: { condition: service_completed_successfully }', 'read_only: true'])
    expect(shared).toContain(line);
  expect(services.match(/JOBS: only/g)).toHaveLength(1);
  expect(services).toContain('command: ["node", "build/server/shop.js", "migrate"]');
  // One network with a fixed address for the proxy, the only one that the shop trusts.
  const address = /TRUST_PROXY: (\S+)/.exec(text)?.[1];
  expect(text).toContain(`ipv4_address: ${address}`);
  expect(read('deploy/Caddyfile')).toContain('{$SHOP_UPSTREAM');
});

interface Service {
  image?: string;
  logging?: { driver: string; options: Record<string, string> };
  healthcheck?: { disable?: boolean };
  environment?: Record<string, string>;
  secrets?: string[];
}

test.each(['compose.yaml', 'compose.cluster.yaml'])('[PACK-2] %s: logs are rotated, and secrets are files, not variables', (file) => {
  const { services, secrets } = parse(read(file), { merge: true }) as {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
  };
  const used = new Set<string>();
  for (const [name, { logging, environment = {}, secrets: own = [] }] of Object.entries(services)) {
    expect([name, logging]).toEqual([name, { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } }]);
    const named = Object.keys(environment);
    const spoken = named.filter((it) => /PASSWORD$|SECRET_KEY$|TOKEN$|^DATABASE_URL$/.test(it));
    expect([name, spoken, Object.values(environment).filter((it) => /\/\/\w+:/.test(String(it)))]).toEqual([name, [], []]);
    const files = Object.values(environment).flatMap((it) => /^\/run\/secrets\/(.+)$/.exec(String(it))?.[1] ?? []);
    expect([name, files.toSorted()]).toEqual([name, own.toSorted()]);
    const known = new Set([...SECRET_SETTINGS.map((it) => `${it}_FILE`), 'POSTGRES_PASSWORD_FILE']);
    expect(named.filter((it) => it.endsWith('_FILE') && !known.has(it))).toEqual([]);
    for (const it of own) used.add(it);
  }
  expect(Object.keys(secrets).toSorted()).toEqual([...used].toSorted());
  // They are in no commit and no image, and the document has the commands that make them.
  expect(Object.values(secrets).filter((it) => !it.file.startsWith('./secrets/'))).toEqual([]);
  expect(read('.gitignore')).toContain('\n/secrets/\n');
  expect(read('.dockerignore')).not.toContain('!secrets');
  for (const it of used) expect(read('docs/operations/install.md')).toContain(`secrets/${it}`);
});

test('[PACK-2] containers are healthy when they can serve: their health check uses /readyz', () => {
  const check = /^HEALTHCHECK [\s\S]*?CMD (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '';
  expect(check).toContain('/readyz');
  for (const file of ['compose.yaml', 'compose.cluster.yaml']) {
    const { services } = parse(read(file), { merge: true }) as { services: Record<string, Service> };
    const shops = Object.entries(services).filter(([, it]) => it.image === 'storefront');
    expect(shops.length).toBeGreaterThan(0);
    // Only the container that migrates differs: its check is disabled.
    expect(shops.filter(([, it]) => it.healthcheck).map(([name]) => name)).toEqual(file === 'compose.yaml' ? [] : ['migrate']);
  }
});

test('[PACK-4] Patroni is configured as the tests in tests/cluster need, and changes need its password', () => {
  const patroni = parse(read('deploy/cluster/patroni.yml'));
  const { dcs } = patroni.bootstrap;
  const { ttl, loop_wait, retry_timeout, postgresql } = dcs;
  expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
  expect(dcs).toMatchObject({ failsafe_mode: true, synchronous_mode: true, synchronous_mode_strict: true });
  expect(postgresql.parameters).toMatchObject({ archive_mode: 'always', archive_timeout: 60 });
  expect(patroni.restapi.authentication).toEqual({ username: 'patroni', password: 'change-me' });
  // Patroni requires it for changes; HAProxy only reads, at that port.
  const haproxy = read('deploy/cluster/haproxy-postgres.cfg');
  expect(haproxy).toContain('option httpchk GET /primary');
  expect(haproxy).toContain(`check port ${patroni.restapi.listen.split(':')[1]} `);
});

test('[UPGR-8] the workflow clones the history that the previous version is built from', () => {
  const [job = ''] = read('.github/workflows/ci.yml').split(/^ {2}image:/m);
  expect(job).toMatch(/actions\/checkout@\S+\n\s+with: \{ fetch-depth: 0 \}/);
});

test('[PACK-3] without the packaged Node, npm start on an older one says how to get the newer one', () => {
  const older = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.20.2"})';
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, path.join(root, 'tools/start.js')], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/This is Node 20\.20\.2; the shop needs 26.*npm/s);
  // Otherwise an older Node would fail at the imports, before the first line runs.
  expect(read('tools/start.js')).not.toMatch(/^import .*(source-hash|enableCompileCache)/m);
});

/** The machine's own Node, not that of npm ci; Debian's is 20. */
const olderNode = ['/usr/bin/node', '/usr/local/bin/node'].find((it) => {
  const { stdout } = spawnSync(it, ['--version'], { encoding: 'utf8' });
  return Number(/^v(\d+)/.exec(stdout ?? '')?.[1] ?? 99) < 26;
});

test.skipIf(!olderNode).each(['build/server/main.js', 'build/server/shop.js', 'tools/start.js'])(
  '[PACK-3] with the machine’s own older Node, %s says which version is needed and where it is',
  (program) => {
    const { status, stdout, stderr } = spawnSync(olderNode ?? '', [path.join(root, program)], { encoding: 'utf8', cwd: root });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^This is Node \d+\.\d+\.\d+; the shop needs 26 or newer/);
    expect(stderr).toContain('node_modules/.bin/node');
    expect(stderr).not.toMatch(/^\s+at |SyntaxError/m);
  },
);
