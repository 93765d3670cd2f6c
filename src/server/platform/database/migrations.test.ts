/** Every migration in the tree can be run beside a shop that sells: CONTRIBUTING.md says how to write one. */
import { expect, inject, test } from 'vitest';
import { isFullRun } from '../../../../tests/support/projects.ts';
import { type Migration, parseMigration, readMigrations } from './migration-files.ts';
import { type InspectedStatement, inspectMigrations } from './plan-migrations.ts';

/** The first makes an empty database; the other one fills a small table from another while it holds its lock. */
const EXEMPT = new Set(['0000_baseline', '0002_price_counts']);

/** Said above the statement, where the release before this one, which has that migration, doesn't use it any more. */
const isContract = ({ text }: InspectedStatement) => /^-- contract after \w+: \S/m.test(text);

/** What would keep a shop of a million rows waiting, or break the version before; each with what to do instead. */
const RULES: [refuses: string, isBroken: (it: InspectedStatement) => boolean][] = [
  ['builds an index under a lock: create index concurrently', (it) => it.locks.some((lock) => lock.endsWith(' ShareLock'))],
  ['writes a table anew: add a column and backfill it', (it) => it.rewrites.length > 0],
  ['changes rows at once: backfill in batches', (it) => !it.isBackfill && it.locks.some((lock) => lock.endsWith(' RowExclusiveLock'))],
  ['reads the whole table under a lock: add the constraint NOT VALID, then VALIDATE', isCheckedAtOnce],
  [
    'takes away what the version before uses: a release later, with "-- contract after <migration>: why"',
    (it) => takesAway(it) && !isContract(it),
  ],
  ['can be killed in the middle and not be repeated: if [not] exists', (it) => it.repeatError !== null],
];

function isCheckedAtOnce({ text, locks }: InspectedStatement): boolean {
  if (!locks.length) return false;
  const adds =
    /\badd (constraint\b|check\b|foreign key\b|unique\b|primary key\b)/i.test(text) && !/\bnot valid\b|\busing index\b/i.test(text);
  return adds || (/\bset not null\b/i.test(text) && !/^-- validated: \S/m.test(text));
}

const takesAway = ({ text, locks }: InspectedStatement) =>
  locks.length > 0 && /\b(drop (column|table)|rename (column|to)|alter table \S+ rename|set data type|alter column \S+ type)\b/i.test(text);

async function findBroken(migrations: Migration[], checked: ReadonlySet<string>): Promise<string[]> {
  const broken: string[] = [];
  for await (const statement of inspectMigrations(migrations, checked))
    for (const [words, isBroken] of RULES)
      if (isBroken(statement)) broken.push(`${statement.migration.tag} ${words}\n${statement.text.slice(0, 120)}`);
  return broken;
}

// The copy of the schema is an embedded database whatever the shop's own is.
const runsOnce = test.runIf(inject('server') === null);

runsOnce('[UPGR-9] what takes something away names an earlier migration, which a version that does without it has', () => {
  const tags = readMigrations().map(({ tag }) => tag);
  const named = readMigrations().flatMap(({ tag, contractAfter }) => (contractAfter ? [{ tag, contractAfter }] : []));
  expect(named.filter(({ tag, contractAfter }) => !tags.slice(0, tags.indexOf(tag)).includes(contractAfter))).toEqual([]);
});

const DANGEROUS: [what: string, file: string, words: string][] = [
  ['an index', 'create index own_index on orders (total_cents)', 'create index concurrently'],
  ['a generated column', 'alter table users add column own_generated text generated always as (lower(name)) stored', 'writes a table anew'],
  ['a volatile default', 'alter table users add column own_uuid uuid default gen_random_uuid()', 'writes a table anew'],
  ['another type', 'alter table orders alter column provider_refunded_cents type numeric', 'writes a table anew'],
  ['not null', 'alter table users alter column phone set not null', 'NOT VALID'],
  ['a foreign key', 'alter table emails add constraint own foreign key (id) references users (id)', 'NOT VALID'],
  ['an update', `update users set name = ''`, 'backfill in batches'],
  ['a column less', 'alter table users drop column phone', 'the version before uses'],
  ['another name', 'alter table users rename column address to home', 'the version before uses'],
  ['a table twice', '-- outside of transactions\ncreate table own_table (id integer)', 'if [not] exists'],
];

// Opening a copy of the schema takes longer than all else, so both are tried on one.
runsOnce(
  '[UPGR-4] no migration rewrites, builds, fills or checks a table under a lock, or takes away what is still used; one that would is refused by name',
  { timeout: 360_000 },
  async () => {
    const migrations = readMigrations();
    const before = migrations.filter((it) => EXEMPT.has(it.tag)).map((it) => it.tag);
    const files = DANGEROUS.map(([, file], index) => parseMigration(`own_${index}`, 4_000_000_000_000 + index, file));
    // Each was looked at when it came, so the newest are enough before a commit.
    const newest = migrations.slice(isFullRun ? 0 : -3);
    const broken = await findBroken([...migrations, ...files], new Set([...newest, ...files].map((it) => it.tag)));
    expect(broken.filter((it) => !it.startsWith('own_') && !before.some((tag) => it.startsWith(tag)))).toEqual([]);
    for (const [index, [what, , words]] of DANGEROUS.entries())
      expect(broken.filter((it) => it.startsWith(`own_${index} `)).join('\n'), what).toContain(words);
  },
);

// Each opens a copy of the schema.
const runsInFull = test.runIf(isFullRun && inject('server') === null);

runsInFull(
  '[UPGR-4] a column with a constant default, an index built concurrently and a constraint validated later are taken',
  { tags: ['full'] },
  async () => {
    const files = [
      'alter table users add column own integer default 1 not null',
      '-- outside of transactions\ncreate index concurrently if not exists own_index on orders (total_cents)',
      '-- outside of transactions\nalter table orders drop constraint if exists own, add constraint own check (total_cents >= 0) not valid;--> statement-breakpoint\nalter table orders validate constraint own',
      'create table own_table (id integer primary key, user_id uuid references users (id))',
      '-- contract after 0033_failed_refunds: nobody calls any more\nalter table users drop column phone',
    ].map((file, index) => parseMigration(`own_${index}`, 4_000_000_000_000 + index, file));
    expect(await findBroken([...readMigrations(), ...files], new Set(files.map((it) => it.tag)))).toEqual([]);
  },
);
