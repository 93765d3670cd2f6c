import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openShop } from '../../../../../tests/support/harness.ts';
import { takeFirst } from '../../../../../tests/support/projects.ts';
import { checkAdmin, login, register } from '../../../../contract/auth.ts';
import { HOUR } from '../../../../contract/values.ts';

const shop = await openShop();

const ada = {
  name: ' Ada Lovelace ',
  email: ' Ada@Example.com ',
  password: 'correct horse',
  phone: '+44 20 7946 0000',
  address: '12 St James Square',
  answer: 'Table tennis',
};

test('[ACC-1] [API-13] a visitor registers and sees a message, without anything secret', async () => {
  const { status, body } = await shop.call(register, { body: ada });
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    message: 'Register successfully!',
    user: {
      _id: expect.any(String),
      name: 'Ada Lovelace',
      email: 'Ada@Example.com',
      phone: ada.phone,
      address: ada.address,
      role: 0,
    },
  });
});

test('[SAFE-10] an email can be registered once, whatever its case and the spaces around it', async () => {
  await shop.call(register, { body: ada });
  const again = await shop.call(register, { body: { ...ada, email: 'ADA@example.COM' } });
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ success: false, issues: [{ path: 'email' }] });
});

test('[SAFE-10] if the same email registers twice at once, there is one account, and the others see that it is taken', async () => {
  const emails = ['ada@example.com', 'ADA@example.com', 'Ada@Example.com', ' ada@example.com'];
  const responses = await Promise.all(emails.map((email) => shop.call(register, { body: { ...ada, email } })));
  expect(responses.map((it) => it.status).sort()).toEqual([200, 409, 409, 409]);
});

test('[SAFE-9] nobody becomes an admin by registering, whatever fields they send', async () => {
  const massAssignment = { ...ada, role: 1, isAdmin: true, _id: '00000000-0000-0000-0000-000000000001', createdAt: '1999-01-01' };
  const made = await shop.call(register, { body: massAssignment });
  expect(made.body.user.role).toBe(0);
  expect(made.body.user._id).not.toBe(massAssignment._id);
  const { token } = (await shop.call(login, { body: ada })).body;
  expect(await shop.call(checkAdmin, { token })).toMatchObject({ status: 403, body: { ok: false } });
});

test.each([
  ['no name', { name: undefined }, 'name'],
  ['a blank name', { name: '  ' }, 'name'],
  ['no email', { email: undefined }, 'email'],
  ['an email without a host', { email: 'ada' }, 'email'],
  ['two emails in a list', { email: ['a@b.co', 'c@d.co'] }, 'email'],
  ['an object for an email', { email: { toString: 'a@b.co' } }, 'email'],
  ['a very long email', { email: `${'a'.repeat(250)}@b.co` }, 'email'],
  ['an invisible space in an email', { email: 'ada\u200B@example.com' }, 'email'],
  ['an invisible mark in the host of an email', { email: 'ada@exam\u00ADple.com' }, 'email'],
  ['an invisible letter in an email', { email: 'ada\u3164@example.com' }, 'email'],
  ['two dots in an email', { email: 'ada..lovelace@example.com' }, 'email'],
  ['two dots in the host of an email', { email: 'ada@example..com' }, 'email'],
  ['a dot at the beginning of an email', { email: '.ada@example.com' }, 'email'],
  ['a dot before the @', { email: 'ada.@example.com' }, 'email'],
  ['a dot at the end of an email', { email: 'ada@example.com.' }, 'email'],
  ['a short password', { password: '1234567' }, 'password'],
  ['a password of 201 characters', { password: 'x'.repeat(201) }, 'password'],
  ['a number for a password', { password: 12345678 }, 'password'],
  ['no phone', { phone: '' }, 'phone'],
  ['letters for a phone', { phone: 'abc' }, 'phone'],
  ['four digits for a phone', { phone: '+1 23 4' }, 'phone'],
  ['an extension alone', { phone: 'x12345' }, 'phone'],
  ['two extensions', { phone: '5550100 x1 x2' }, 'phone'],
  ['an extension of letters', { phone: '5550100 ext. abc' }, 'phone'],
  ['no address', { address: '' }, 'address'],
  ['no answer', { answer: ' ' }, 'answer'],
  ['a NUL character in the name', { name: 'a\u0000b' }, 'name'],
])('[ACC-1] [SAFE-5] with %s, registering is refused and the field is named', async (_what, change, path) => {
  const response = await shop.call(register, { body: { ...ada, ...change } });
  expect(response.status).toBe(400);
  expect(response.body).toMatchObject({ success: false, issues: [{ path }] });
});

test.each(['[]', '"x"', 'null', '7', '{"__proto__":{"role":1}}', '{', ''])(
  '[SAFE-5] a body of %s is refused without a server error',
  async (payload) => {
    const answer = await shop.send({
      method: 'POST',
      url: register.path,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.success).toBe(false);
  },
);

test('[TEXT-2] names and passwords in any script are stored unchanged', async () => {
  const body = { ...ada, name: '山田 🎾', password: 'пароль-密碼-\u00e9' };
  const made = await shop.call(register, { body });
  expect(made.status).toBe(200);
  expect(made.body.user.name).toBe('山田 🎾');
  // The same password as another keyboard composes it.
  const composed = await shop.call(login, { body: { email: ada.email, password: 'пароль-密碼-e\u0301' } });
  expect(composed.status).toBe(200);
});

test('[SAFE-2] one network address can create sixty accounts an hour; others, and the next hour, aren’t affected', {
  tags: ['full'],
}, async () => {
  // The same e-mail each time: a refused one counts as well.
  const responses = await Promise.all(Array.from({ length: 61 }, () => shop.call(register, { body: ada })));
  const count = (status: number) => responses.filter((it) => it.status === status).length;
  expect([count(200), count(409), count(429)]).toEqual([1, 59, 1]);
  const payload = { ...ada, email: 'b@example.com' };
  const fromOtherIp = await shop.send({ method: 'POST', url: register.path, payload, remoteAddress: '203.0.113.9' });
  expect(fromOtherIp.status).toBe(200);
  shop.advanceClock(HOUR + 1);
  expect((await shop.call(register, { body: { ...ada, email: 'c@example.com' } })).status).toBe(200);
});

test('[SAFE-4] the database contains no password, answer or token that anyone could use', async () => {
  await shop.call(register, { body: ada });
  const { token } = (await shop.call(login, { body: ada })).body;
  const { rows } = (await shop.deps.db.execute(sql`
    select (select json_agg(users)::text from users) || (select json_agg(sessions)::text from sessions)
      || coalesce((select json_agg(login_attempts)::text from login_attempts), '') as dump
  `)) as unknown as { rows: { dump: string }[] };
  const dump = rows[0]?.dump ?? '';
  expect(dump).toContain('Ada@Example.com');
  expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  for (const secret of [ada.password, 'table tennis', token]) expect(dump.toLowerCase()).not.toContain(secret.toLowerCase());
});

test.each(
  takeFirst(
    [
      ...['12345', '+44 20 7946 0000', '(0)30/901820', '555.010.0100', '٠٢٠ ٧٩٤٦ ٠٠٠٠', '+81-3-1234-5678,,99'],
      ...[
        '０３－１２３４－５６７８',
        '＋81 3 1234 5678',
        '（03）1234‐5678',
        '030 – 901820',
        '030—901820',
        '555\u00a0010\u202f0100',
        '\u202a+1 555 0100\u202c',
      ],
      ...[
        '+1 555 0100 x12',
        '555-010-0100 ext. 12',
        '5550100 Ext 7',
        '5550100x7',
        '+1 555 0100, extension 12',
        '030 901820 #12',
        '555·010·0100',
      ],
    ],
    6,
  ),
)('[ACC-7] the phone number %s is accepted unchanged', async (phone) => {
  const made = await shop.call(register, { body: { ...ada, phone } });
  expect(made).toMatchObject({ status: 200, body: { user: { phone } } });
});
