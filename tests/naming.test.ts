/** File names and exported identifiers use the terms of the field (docs/glossary.md), not the private words that this code once had for them. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** Old word (in kebab case; it matches whole words of a name) → what to call it. */
const REPLACEMENTS: Record<string, string> = {
  ahead: 'prefetch',
  'ask-dialog': 'confirm-dialog',
  bare: 'baseline',
  beat: 'heartbeat',
  beats: 'heartbeats',
  bite: 'mutate',
  blank: 'empty-state',
  calm: 'prefers-reduced-motion',
  catalogue: 'catalog',
  coming: 'skeleton',
  dice: 'random',
  ears: 'listeners',
  elsewhere: 'category-links',
  entrance: 'auth-layout',
  fault: 'error',
  faults: 'errors',
  figure: 'statistic, stat-card',
  figures: 'statistics',
  flight: 'in-flight request',
  forgetful: 'uncached',
  gate: 'require-auth',
  gates: 'require-auth',
  'given-way': 'serialization failure',
  goods: 'products',
  kept: 'response cache, cached',
  'keep-answer': 'cache response',
  judge: 'check',
  letter: 'email',
  letters: 'emails',
  'look-around': 'load summary',
  mails: 'emails',
  'mark-of': 'say what it makes: a hash, a prefix, a bucket',
  milestone: 'failpoint',
  milestones: 'failpoints',
  moment: 'time',
  moments: 'times',
  odd: 'edge case',
  'often-rows': 'query-prepared',
  overdue: 'expired, expire-orders',
  patience: 'timeout',
  people: 'users, customers',
  picture: 'image',
  pictures: 'images',
  place: 'connection, url',
  places: 'connections, urls',
  'pop-over': 'popover',
  reached: 'failpoint',
  remember: 'memoize',
  'room-below': 'available-height',
  'rows-of': 'query',
  'running-low': 'low-stock',
  'saved-forms': 'unsaved-changes',
  settle: 'check, record',
  shelf: 'category, stock',
  shelves: 'categories',
  'shop-down': 'maintenance, unavailable',
  'short-way': 'fast-path',
  sight: 'ledger cursor',
  signs: 'illustrations',
  spelling: 'typo-tolerance',
  standing: 'line-status',
  'sure-dialog': 'confirm-dialog',
  'take-off': 'start an in-flight request',
  'take-turns': 'limit-concurrency',
  'take-try': 'consume-attempt',
  tally: 'facet-counts',
  'tell-buyer': 'notify-buyer',
  torture: 'chaos',
  trail: 'breadcrumbs',
  turns: 'concurrency-limit',
  watching: 'monitoring',
  'way-back': 'return-to',
  wish: 'input',
  wishes: 'inputs',
};

/** Component folders and files that the field names otherwise. */
const REPLACED_PATHS: Record<string, string> = {
  'src/web/shared/area': 'dashboard-layout',
  'src/web/shared/frame': 'site-layout',
  'tests/browser': 'tests/e2e',
};

/** Names that may contain such a word, each with its reason. */
const ALLOWED: Record<string, string> = {
  'in-flight': 'the term for a request that has no response yet',
  'mails-redirect': 'redirects from the former URL of the emails page',
  'shelf-illustration': 'draws a shelf',
  'illustrations/shelf': 'draws a shelf',
  'tests/faults': 'processes and connections that fail on purpose: fault injection',
};

const toKebab = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .replace(/[^a-zA-Z\d]+/g, '-')
    .toLowerCase();

/** The first old word in a name, and what to call it; null where there is none. */
function findOldWord(name: string): string | null {
  const allowed = Object.keys(ALLOWED).reduce((rest, it) => rest.replaceAll(it, ''), name);
  const words = Object.keys(ALLOWED).reduce((rest, it) => rest.replaceAll(it, ''), `-${toKebab(allowed)}-`);
  const oldWord = Object.keys(REPLACEMENTS).find((it) => words.includes(`-${it}-`));
  return oldWord ? `"${oldWord}" is called: ${REPLACEMENTS[oldWord]}` : null;
}

function listFiles(): string[] {
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  return list.split('\n').filter((file) => file && existsSync(path.join(root, file)));
}

function listExportedNames(text: string): string[] {
  const declared = [...text.matchAll(/^export (?:default )?(?:async )?(?:function|const|let|class|interface|type) (\w+)/gm)];
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/(\w+)\s*(?:,|$)/g)].map(([, name]) => name ?? ''),
  );
  return [...declared.map(([, name]) => name ?? ''), ...listed];
}

test('no file has an old word in its name', () => {
  const files = listFiles();
  const renamed = Object.entries(REPLACED_PATHS).flatMap(([oldPath, name]) =>
    files.filter((file) => file.startsWith(`${oldPath}/`)).map((file) => `${file}: ${oldPath} is called: ${name}`),
  );
  const misnamed = files.flatMap((file) => findOldWord(file)?.replace(/^/, `${file}: `) ?? []);
  expect([...renamed, ...misnamed]).toEqual([]);
});

test('nothing is exported with an old word in its name', () => {
  const sources = listFiles().filter((file) => /^(src|tests|tools|bench)\/.*\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(300);
  const misnamed = sources.flatMap((file) =>
    listExportedNames(readFileSync(path.join(root, file), 'utf8')).flatMap(
      (name) => findOldWord(name)?.replace(/^/, `${file}: ${name}: `) ?? [],
    ),
  );
  expect(misnamed).toEqual([]);
});

test.each([
  ['src/server/kept/memory.ts', '"kept" is called: response cache, cached'],
  ['useRoomBelow', '"room-below" is called: available-height'],
  ['src/web/shared/in-flight.ts', null],
  ['tests/faults/large-upload.ts', null],
  ['Placeholder', null],
])('%s: %s', (name, expected) => {
  expect(findOldWord(name)).toBe(expected);
});
