import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { SYNONYM_GROUPS_MAX, SYNONYM_MAX_LENGTH, SYNONYMS_MAX } from '../../../../contract/limits.ts';
import { readSynonyms, updateSynonyms } from '../../../../contract/synonyms.ts';
import { settings } from '../../database/schema/content.ts';
import { DEFAULT_SYNONYMS } from './synonyms.service.ts';

const shop = await openShop();

test('[NEAR-3] a new shop begins with the default synonyms, which are valid settings', async () => {
  const { token } = await shop.signUp({ role: 1 });
  expect((await shop.call(readSynonyms, { token })).body).toEqual({ success: true, groups: DEFAULT_SYNONYMS, version: 0 });
  const saved = await shop.call(updateSynonyms, { token, body: { groups: DEFAULT_SYNONYMS } });
  expect(saved).toMatchObject({ status: 200, body: { groups: DEFAULT_SYNONYMS, version: 1 } });
  expect((await shop.call(updateSynonyms, { token, body: { groups: [] } })).body.groups).toEqual([]);
  expect((await shop.call(readSynonyms, { token })).body.groups).toEqual([]);
});

test('[NEAR-3] [GATE-3] only admins read and change synonyms', async () => {
  const { token } = await shop.signUp();
  expect((await shop.call(readSynonyms, { token })).status).toBe(403);
  expect((await shop.call(updateSynonyms, { token, body: { groups: [] } })).status).toBe(403);
});

test.each([
  ['one word alone', [['sofa']], 'groups.0'],
  [
    'a phrase of three words',
    [
      ['sofa', 'couch'],
      ['tv', 'big flat screen'],
    ],
    'groups.1.1',
  ],
  ['three words without blanks', [['tv', 'big-flat-screen']], 'groups.0.1'],
  ['signs alone', [['tv', '%']], 'groups.0.1'],
  ['a comma', [['tv', 'a,b']], 'groups.0.1'],
  ['an empty word', [['tv', '']], 'groups.0.1'],
  ['a word too long', [['tv', 'x'.repeat(SYNONYM_MAX_LENGTH + 1)]], 'groups.0.1'],
  ['too many words', [Array.from({ length: SYNONYMS_MAX + 1 }, (_, n) => `w${n}`)], 'groups.0'],
  ['too many groups', Array.from({ length: SYNONYM_GROUPS_MAX + 1 }, (_, n) => [`a${n}`, `b${n}`]), 'groups'],
])('[NEAR-3] synonyms with %s are refused and the place named', async (_what, groups, path) => {
  const { token } = await shop.signUp({ role: 1 });
  const { status, body } = await shop.call(updateSynonyms, { token, body: { groups } });
  expect(status).toBe(400);
  expect(body.issues?.map((it) => it.path)).toContain(path);
  expect((await shop.call(readSynonyms, { token })).body.groups).toEqual(DEFAULT_SYNONYMS);
});

test.each([['a text'], [['a list']], [{ groups: 'old form' }]])(
  '[NEAR-3] stored synonyms of another version (%j) are replaced by the default',
  async (value) => {
    const { token } = await shop.signUp({ role: 1 });
    await shop.deps.db.insert(settings).values({ key: 'synonyms', value });
    expect((await shop.call(readSynonyms, { token })).body.groups).toEqual(DEFAULT_SYNONYMS);
  },
);

test('[VERSION-2] [VERSION-3] if two admins save synonyms at once, the second is told; saving the same again is no conflict', async () => {
  const { token } = await shop.signUp({ role: 1 });
  const save = (word: string, version: number) => shop.call(updateSynonyms, { token, body: { groups: [['sofa', word]], version } });
  for (const version of [0, 1]) {
    const typed = [`couch${version}`, `settee${version}`];
    const answers = await Promise.all(typed.map((word) => save(word, version)));
    expect(answers.map((it) => it.status).sort()).toEqual([200, 409]);
    const winner = answers.findIndex((it) => it.status === 200);
    const { groups, version: savedVersion } = answers[winner]?.body ?? {};
    expect(answers[1 - winner]?.body).toMatchObject({ code: 'version_conflict', current: { groups, version: savedVersion } });
    expect((await save(typed[winner] ?? '', version)).body).toMatchObject({ groups, version: savedVersion });
  }
});

test('[NEAR-3] the highest number of groups can be saved, also with the longest words', { tags: ['full'] }, async () => {
  const { token } = await shop.signUp({ role: 1 });
  const makeWord = (group: number, place: number) => `${group}x${place}`.padEnd(SYNONYM_MAX_LENGTH, '\u8a9e');
  const makeGroup = (_: unknown, group: number) => Array.from({ length: SYNONYMS_MAX }, (_word, place) => makeWord(group, place));
  const groups = Array.from({ length: SYNONYM_GROUPS_MAX }, makeGroup);
  expect(await shop.call(updateSynonyms, { token, body: { groups } })).toMatchObject({ status: 200, body: { groups } });
  expect((await shop.call(updateSynonyms, { token, body: { groups: [...groups, ['sofa', 'couch']] } })).status).toBe(400);
});
