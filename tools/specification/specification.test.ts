/** tools/specification itself: which errors it reports, and that its mutations find the code that they change. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkSpecification } from './check.ts';
import { mergeResultRows } from './mutate.ts';
import { applyMutation, type Change, type Mutation, mutate } from './mutation.ts';
import { DEFENCES, MUTATIONS } from './mutations.ts';
import { findRowIds, parseRows, readRows } from './rows.ts';

const repository = path.resolve(import.meta.dirname, '../..');
const RAN_AT = Date.UTC(2026, 0, 2);
const SPECIFICATION_TEXT = '## The frame\n\n- **NAV-1** A bar.\n- **NAV-2** A brand.\n';

let root: string;
let printedLines: string[];

beforeEach(() => {
  printedLines = [];
  root = mkdtempSync(path.join(os.tmpdir(), 'shop-specification-'));
  for (const folder of ['docs', 'reports', 'tests', 'src']) mkdirSync(path.join(root, folder));
  write('docs/specification.md', SPECIFICATION_TEXT);
  write('package.json', '{"dependencies":{},"devDependencies":{}}');
  write('tests/bar.test.ts', '');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Last changed a day before the tests ran, unless told otherwise. */
function write(file: string, text: string, modifiedAt = RAN_AT - 86_400_000): void {
  writeFileSync(path.join(root, file), text);
  utimesSync(path.join(root, file), modifiedAt / 1000, modifiedAt / 1000);
}

type Test = [title: string, status?: string, line?: number];

function writeReport(tests: Test[], file = 'tests/bar.test.ts', extraResults: object[] = []): void {
  const assertionResults = tests.map(([fullName, status = 'passed', line = 7]) => ({ fullName, status, location: { line, column: 1 } }));
  const testResults = [{ name: path.join(root, file), status: 'passed', message: '', assertionResults }, ...extraResults];
  write('reports/tests.json', JSON.stringify({ startTime: RAN_AT, testResults }));
}

const runCheck = (writesReport = false) => checkSpecification(root, (line) => printedLines.push(line), { writesReport });

describe('the rows and their tests', () => {
  test('each row with a passed test is proven', () => {
    writeReport([['[NAV-1] a bar'], ['around every page [NAV-1] [NAV-2] a brand']]);
    expect(runCheck(true)).toBe(true);
    expect(printedLines.slice(0, 2).map((it) => it.split(/\s+/))).toEqual([
      ['NAV-1', '2', 'tests', 'passed'],
      ['NAV-2', '1', 'test', 'passed'],
    ]);
    expect(printedLines).toContain('2 of 2 rows proven, 0 errors');
  });

  test('a row without a test is reported with its line', () => {
    writeReport([['[NAV-1] a bar']]);
    expect(runCheck()).toBe(false);
    expect(printedLines).toContain('docs/specification.md:4: no test names NAV-2');
  });

  test.each(['NAV-44', 'nav-1', 'NAV-1a', 'NAVI-1'])('a title that names %s, which is no row, is reported with file and line', (id) => {
    writeReport([['[NAV-1] [NAV-2] all'], [`[${id}] a slip`, 'passed', 31]]);
    expect(runCheck()).toBe(false);
    expect(printedLines).toContain(
      `tests/bar.test.ts:31: there is no row ${id} in docs/specification.md, named by the title: [${id}] a slip`,
    );
  });

  test('a test that failed or was skipped leaves its row unproven', () => {
    writeReport([
      ['[NAV-1] a bar', 'failed', 3],
      ['[NAV-1] a bar that holds', 'passed', 4],
      ['[NAV-2] a brand', 'skipped', 9],
    ]);
    expect(runCheck()).toBe(false);
    expect(printedLines).toContain('tests/bar.test.ts:3: failed: [NAV-1] a bar');
    expect(printedLines).toContain('tests/bar.test.ts:9: was skipped: [NAV-2] a brand');
    expect(printedLines.at(-1)).toBe('0 of 2 rows proven, 2 errors');
  });

  test('a test that only runs in a full run is no proof, and no error if another test proves its row', () => {
    const variant = { fullName: '[NAV-2] a brand, narrow', status: 'skipped', tags: ['full'] };
    const skipped = { name: path.join(root, 'tests/bar.test.ts'), status: 'passed', message: '', assertionResults: [variant] };
    writeReport([['[NAV-1] a bar']], 'tests/bar.test.ts', [skipped]);
    expect(runCheck()).toBe(false);
    expect(printedLines.join('\n')).toContain('no test names NAV-2');
    writeReport([['[NAV-1] a bar'], ['[NAV-2] a brand']], 'tests/bar.test.ts', [skipped]);
    expect(runCheck()).toBe(true);
  });

  test('a row is proven by a test that was skipped on one database and passed on the other, but not if it failed on one', () => {
    write('src/bar.test.ts', '');
    const otherDatabase = (status: string) => [
      {
        name: path.join(root, 'src/bar.test.ts'),
        status: 'passed',
        message: '',
        assertionResults: [{ fullName: '[NAV-1] [NAV-2] both', status }],
      },
      { name: path.join(root, 'tests/bar.test.ts'), status: 'passed', message: '', assertionResults: [] },
    ];
    const thisDatabase: Test[] = [['[NAV-1] [NAV-2] both', 'passed', 0]];
    writeReport(thisDatabase, 'src/bar.test.ts', otherDatabase('skipped'));
    expect(runCheck()).toBe(true);
    writeReport(thisDatabase, 'src/bar.test.ts', otherDatabase('failed'));
    expect(runCheck()).toBe(false);
  });

  test('a duplicate row is an error', () => {
    write('docs/specification.md', `${SPECIFICATION_TEXT}- **NAV-1** Again.\n`);
    writeReport([['[NAV-1] [NAV-2] all']]);
    expect(runCheck()).toBe(false);
    expect(printedLines).toContain('docs/specification.md:5: NAV-1 is there twice');
  });
});

describe('a report that can’t be trusted', () => {
  test('is missing', () => {
    expect(runCheck()).toBe(false);
    expect(printedLines).toContain('reports/tests.json is missing: run npm test, which writes it');
  });

  test('is older than the sources', () => {
    writeReport([['[NAV-1] [NAV-2] all']]);
    write('src/shop.ts', '', RAN_AT + 1000);
    expect(runCheck()).toBe(false);
    expect(printedLines).toContain('reports/tests.json is older than its sources (src/shop.ts): run npm test');
  });

  test('has only a part of the tests, or one database', () => {
    mkdirSync(path.join(root, 'src/server/shop/messages/webhooks'), { recursive: true });
    write('src/server/shop/messages/webhooks/events.test.ts', '');
    writeReport([['[NAV-1] [NAV-2] all']], 'src/server/shop/messages/webhooks/events.test.ts');
    expect(runCheck()).toBe(false);
    expect(printedLines.join('\n')).toContain(
      'missing, or missing on one database: src/server/shop/messages/webhooks/events.test.ts, tests/bar.test.ts',
    );
  });

  test('has a file that failed before its first test', () => {
    const broken = { name: path.join(root, 'tests/broken.test.ts'), status: 'failed', message: 'no such module\n…', assertionResults: [] };
    writeReport([['[NAV-1] [NAV-2] all']], 'tests/bar.test.ts', [broken]);
    expect(runCheck()).toBe(false);
    expect(printedLines).toContain('tests/broken.test.ts: could not be run: no such module');
  });
});

test('the report says when and on what the tests ran, and keeps the results of the mutation tests', () => {
  writeReport([['[NAV-1] a bar | <b>'], ['[NAV-2] a brand']]);
  write('reports/specification.md', '# Old\n\n## Mutation tests\n\nAll caught, in May.\n');
  expect(runCheck(true)).toBe(true);
  const page = readFileSync(path.join(root, 'reports/specification.md'), 'utf8');
  expect(page).toContain('2026-01-02 00:00 UTC');
  expect(page).toContain(process.version);
  expect(page).toContain('| NAV-1 | 1 | passed |');
  expect(page).toContain('a bar \\| &lt;b> · `tests/bar.test.ts:7`');
  expect(page.endsWith('## Mutation tests\n\nAll caught, in May.\n')).toBe(true);
});

describe('the specification of this repository', () => {
  test('every row has a text and its own number, and no group skips one', () => {
    const rows = readRows(repository);
    expect(rows.length).toBeGreaterThanOrEqual(77);
    const numbers = Map.groupBy(rows, ({ id }) => id.replace(/-\d+$/, ''));
    for (const [group, groupRows] of numbers) {
      expect(groupRows.map((it) => it.id)).toEqual(groupRows.map((_row, index) => `${group}-${index + 1}`));
    }
  });

  test('there are mutations for at least twenty rows, of every group of the source, at least eight in the browser', () => {
    const ids = new Set(readRows(repository).map((it) => it.id));
    expect(MUTATIONS.filter((it) => !ids.has(it.row))).toEqual([]);
    const rows = new Set(MUTATIONS.map((it) => it.row));
    expect(rows.size).toBeGreaterThanOrEqual(20);
    const groups = new Set(MUTATIONS.map((it) => it.row.replace(/-\d+$/, '')));
    expect(GROUPS.filter((group) => !groups.has(group))).toEqual([]);
    expect(MUTATIONS.filter((it) => it.project === 'e2e').length).toBeGreaterThanOrEqual(8);
  });

  test('[SAFE-19] there are at least forty defences, each a different change, none for the browser', () => {
    expect(new Set(DEFENCES.map(({ place, change }) => `${place} ${JSON.stringify(change)}`)).size).toBe(DEFENCES.length);
    expect(DEFENCES.length).toBeGreaterThanOrEqual(40);
    expect(DEFENCES.filter(({ project }) => project !== 'server')).toEqual([]);
  });

  test('[SAFE-19] each mutation finds the code that it changes', () => {
    for (const it of MUTATIONS) expect.soft(() => applyMutation(repository, it), `${it.row}: ${it.effect}`).not.toThrow();
  });
});

const GROUPS = ['NAV', 'ROUTE', 'HOME', 'PROD', 'CAT', 'SRCH', 'ACC', 'CART', 'USER', 'ADM', 'GATE', 'API', 'CONST'];

const SOURCE = [
  'const LIMITS = { size: 8, sort };',
  'export function allow(user, now) {',
  '  if (!user) return false;',
  '  if (isExpired(user, now)) throw new Error();',
  '  log(user);',
  "  return isKnown(user) && user.role === 'admin';",
  '}',
  'const find = (id) => sql`select from users where id = 1 and disabled_at is null and role = 2`;',
].join('\n');

test.each<[string[], Change, string, string]>([
  [['LIMITS', 'size'], { value: '9' }, 'size: 8', 'size: 9'],
  [['LIMITS', 'sort'], { value: 'null' }, 'sort }', 'sort: null }'],
  [['allow'], { without: 'isExpired' }, '  if (isExpired(user, now)) throw new Error();', '  ;'],
  [['allow'], { without: 'log' }, 'log(user);', ';'],
  [['allow'], { without: 'role' }, " && user.role === 'admin'", ''],
  [['allow'], { without: 'isKnown' }, 'isKnown(user) && ', ''],
  [['allow'], { holds: 'isExpired' }, 'if (isExpired(user, now))', 'if (true)'],
  [['find'], { body: 'return null;' }, SOURCE.slice(SOURCE.indexOf('sql`'), -1), '{ return null; }'],
  [['find'], { sqlWithout: 'disabled_at' }, ' and disabled_at is null', ''],
  [['find'], { sqlWithout: 'role' }, ' and role = 2', ''],
])('a mutation changes %j, %j, and nothing else', (names, change, before, after) => {
  expect(mutate('a.ts', SOURCE, names, change)).toBe(SOURCE.replace(before, () => after));
});

test.each<[string[], Change]>([
  [['deny'], { body: '' }],
  [['allow'], { without: 'isLocked' }],
  [['allow'], { holds: 'isLocked' }],
  [['allow'], { without: 'user' }],
  [['LIMITS'], { body: '' }],
  [['find'], { sqlWithout: 'email' }],
])('a mutation that finds no %j, or nothing for %j, is an error', (names, change) => {
  expect(() => mutate('a.ts', SOURCE, names, change)).toThrow();
});

test('an unchanged mutation that didn’t run keeps its line in the report', () => {
  const [one, two] = ['a.ts X', 'b.ts X'].map(
    (place): Mutation => ({ row: 'NAV-1', effect: 'no bar', place, change: { value: 'y' }, project: 'server' }),
  );
  if (!one || !two) throw new Error('two of two');
  const first = mergeResultRows([], [{ mutation: one, caughtBy: '[NAV-1] a bar', seconds: 3 }], 'in May', [one, two]);
  expect(first).toEqual([
    '| NAV-1 | no bar | `a.ts X`: value `y` | server | a bar | 3 | in May |',
    '| NAV-1 | no bar | `b.ts X`: value `y` | server | **not run yet** | | |',
  ]);
  const second = mergeResultRows(first, [{ mutation: two, caughtBy: null, seconds: 4 }], 'in June', [one, two]);
  expect(second).toEqual([first[0], '| NAV-1 | no bar | `b.ts X`: value `y` | server | **survived** | 4 | in June |']);
  expect(mergeResultRows(second, [], 'in July', [{ ...one, change: { value: 'z' } }])[0]).toContain('not run yet');
});

test('rows are list items that begin with a number and may be wrapped, and titles name them in brackets', () => {
  expect(parseRows('## A\n\n- **NAV-1** One.\ntext **NAV-2** no\n- NAV-3 no\n## B\n- **CART-10** Ten.')).toEqual([
    { id: 'NAV-1', text: 'One.', line: 3, group: 'A' },
    { id: 'CART-10', text: 'Ten.', line: 7, group: 'B' },
  ]);
  expect(parseRows('- **NAV-1** One row\n  on two lines.\n\n  No row.\n- **NAV-2** Two.\n- Part of none.\n  Nor this.')).toEqual([
    { id: 'NAV-1', text: 'One row on two lines.', line: 1, group: '' },
    { id: 'NAV-2', text: 'Two.', line: 5, group: '' },
  ]);
  expect(findRowIds('[CART-4] [NAV-1] [CART-4] a list [], [threat 27], [a-b], [x]')).toEqual(['CART-4', 'NAV-1']);
});
