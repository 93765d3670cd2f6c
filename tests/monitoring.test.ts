/** deploy/monitoring (Prometheus, Grafana) compared with the shop's metrics and documents. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ResponseCache } from '../src/server/platform/cache/open-response-cache.ts';
import type { Database } from '../src/server/platform/database/connect.ts';
import { countSecurityEvent, getCachedRouteCounter, getJobCounter } from '../src/server/platform/monitoring/counters.ts';
import { openMetrics } from '../src/server/shop/reports/metrics/open-metrics.ts';

const folder = path.resolve(import.meta.dirname, '../deploy/monitoring');
const readText = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const alerts = readText('alerts.yml');
const operations = readFileSync(path.resolve(import.meta.dirname, '../docs/operations/incidents.md'), 'utf8');

/** One row for each query, with all columns that any of them has. */
const ROW = {
  count: 1,
  oldestSeconds: 1,
  name: 'pgboss.job',
  job: 'send-emails',
  waitingSeconds: 1,
  succeededSecondsAgo: 1,
  checked: 1,
  mismatched: 0,
  large: [],
  lastId: null,
  key: 'private:backups',
  value: { every: 1, attemptedAt: 1, goodAt: 1, bytes: 1, failures: 0 },
};

async function scrape(): Promise<string> {
  getCachedRouteCounter('/*').ok += 1;
  getJobCounter('send-emails').completed += 1;
  countSecurityEvent('login_failed');
  const metrics = openMetrics({
    db: {
      execute: async () => ({ rows: [ROW] }),
      select: () => ({ from: () => ({ where: async () => [ROW] }) }),
    } as unknown as Database,
    pool: { totalCount: 1, idleCount: 1, waitingCount: 0 },
    responseCache: {
      stats: { hits: 1, joined: 1, misses: 1 },
      getSize: () => ({ bytes: 1, entries: 1 }),
      invalidation: { isHearing: () => true },
    } as unknown as ResponseCache,
  });
  metrics.recordRequest({ method: 'GET', route: '/*', status: 200, seconds: 0.1 });
  metrics.recordRender(0.1);
  const server = createServer(metrics.respond).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // The event loop lag is measured only after a moment.
  await expect.poll(async () => fetchText(server)).toContain('storefront_event_loop_lag_seconds{');
  const text = await fetchText(server);
  server.close();
  await metrics.close();
  return text;
}

const fetchText = async (server: ReturnType<typeof createServer>) =>
  (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text();

const listNames = (text: string) => new Set([...text.matchAll(/\bstorefront_[a-z_]+[a-z]\b/g)].map(([name]) => name));

test('[WATCH-9] each metric in the dashboard and the alerts is a metric of the shop', async () => {
  const text = await scrape();
  const exposed = new Set(text.split('\n').flatMap((line) => /^(storefront_[a-z_]+)/.exec(line)?.[1] ?? []));
  for (const file of ['alerts.yml', 'alerts.test.yml', 'grafana-dashboard.json']) {
    const named = listNames(readText(file));
    expect(named.size).toBeGreaterThan(5);
    expect([file, [...named].filter((name) => !exposed.has(name))]).toEqual([file, []]);
  }
  // And each metric is used by one of them.
  const shown = listNames(readText('grafana-dashboard.json'));
  const families = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? '');
  expect(families.filter((family) => ![...shown].some((name) => name.startsWith(family)))).toEqual([]);
});

test('[WATCH-9] Grafana can read the dashboard: each panel has an expression and its own position', () => {
  const { panels, title } = JSON.parse(readText('grafana-dashboard.json'));
  expect(title).toBe('Storefront');
  const places = panels.map(({ gridPos }: { gridPos: { x: number; y: number } }) => `${gridPos.x}/${gridPos.y}`);
  expect(new Set(places).size).toBe(panels.length);
  for (const { targets } of panels) for (const { expr } of targets) expect(expr).toMatch(/storefront_/);
});

test('[WATCH-9] each alert links to its section of docs/operations/incidents.md, which says what to do', () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(10);
  expect([...alerts.matchAll(/runbook: (\S+)/g)].map(([, link]) => link)).toEqual(
    names.map((name) => `docs/operations/incidents.md#alert-${name.toLowerCase()}`),
  );
  const paragraphs = [...operations.matchAll(/^## Alert (\w+)\n\n(.+)/gm)].map(([, name]) => name);
  expect(paragraphs.toSorted()).toEqual(names.toSorted());
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!hasPromtool)(
  'promtool accepts the rules, and they fire when they should (skipped without it: apt-get install prometheus)',
  () => {
    const run = (...args: string[]) => execFileSync('promtool', args, { cwd: folder, encoding: 'utf8' });
    expect(run('check', 'rules', 'alerts.yml')).toContain('SUCCESS');
    expect(run('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
    expect(run('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  },
);
