import { DrizzleQueryError } from 'drizzle-orm/errors';
import { expect, test } from 'vitest';
import { describeError, serializeError } from './serialize-error.ts';

const HASH = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g';
const TOKEN = 'Zq3vX0aT9wLk2mN8bRc5yUeH1sPdGfJiOoVtWxYzA7Q';
const SHA = 'ef2d127de37b942baad06145e54b0c619a1f22327b2ebbcfbec78f5564afe39d';

/** As the driver throws it where a row breaks a constraint. */
function createDatabaseError() {
  return Object.assign(new Error('new row for relation "users" violates check constraint "users_name"'), {
    code: '23514',
    severity: 'ERROR',
    table: 'users',
    constraint: 'users_name',
    detail: `Failing row contains (7, Ada, ada@example.com, 12 Analytical Street, ${HASH}).`,
    where: 'SQL statement "insert into users values (ada@example.com)"',
    params: ['ada@example.com'],
    query: 'insert',
  });
}

test('[SAFE-13] a failed statement is logged without its parameters and its row, but with what is needed to find the cause', () => {
  const parameters = ['Ada', 'ada@example.com', '12 Analytical Street', HASH, TOKEN];
  const error = new DrizzleQueryError('insert into "users" ("name") values ($1)', parameters, createDatabaseError());
  const line = JSON.stringify(serializeError(error));
  for (const secret of ['ada@', '12 Analytical Street', 'argon2', TOKEN, 'params']) expect(line).not.toContain(secret);
  expect(serializeError(error)).toMatchObject({
    type: 'DrizzleQueryError',
    message: 'Failed query: insert into "users" ("name") values ($1)',
    stack: expect.stringContaining('serialize-error.test.ts'),
    cause: { code: '23514', table: 'users', constraint: 'users_name', message: expect.stringContaining('users_name') },
  });
});

test.each([
  ['a hash', `wrong hash ${HASH}!`, HASH],
  ['a token', `no session ${TOKEN}`, TOKEN],
  ['a hash of a token', `duplicate key ${SHA}`, SHA],
  ['a key of Stripe', 'Invalid API Key provided: sk_live_51Habc', 'sk_live_51Habc'],
  ["a webhook's secret", 'whsec_abcdef123 does not fit', 'whsec_abcdef123'],
  ['an email', '550 5.1.1 <ada.l@mail.example>: user unknown', 'ada.l@'],
  ['an email in quotes', 'Key (email)=("Ada@Example.com") exists', 'Ada@'],
  ['a password in a URL', 'cannot connect to postgres://shop:hunter2@db:5432/shop', 'hunter2'],
])('[SAFE-13] %s in a message is masked, in its stack too', (_what, message, secret) => {
  const serialized = serializeError(new Error(message, { cause: new Error(message) }));
  expect(JSON.stringify(serialized)).not.toContain(secret);
  expect(serialized.message).toMatch(/\[\w+\]/);
});

test('[SAFE-13] a value that PostgreSQL couldn’t read isn’t repeated', () => {
  const error = Object.assign(new Error('invalid input syntax for type date: "born on 7 May"'), { code: '22007' });
  expect(serializeError(error).message).toBe('invalid input syntax for type date: "…"');
});

test('ids, paths, statements and ports stay, because they are needed to find the cause', () => {
  const text =
    'connect ECONNREFUSED 127.0.0.1:5432 for 0198c6d2-7a3b-7c4d-8e5f-1a2b3c4d5e6f at /srv/shop/build/server/main.js select "users"."id" from "users"';
  expect(serializeError(new Error(text)).message).toBe(text);
});

test('a value that isn’t an Error, or an error that causes itself, is logged too', () => {
  expect(serializeError('ada@example.com')).toEqual({ type: 'string', message: 'a value that is not an Error', stack: '' });
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(serializeError(error)).length).toBeLessThan(20_000);
});

test('a person sees an error and its causes in one line', () => {
  expect(describeError(new Error("The pages can't be loaded", { cause: new Error('build/client is missing') }))).toBe(
    "The pages can't be loaded: build/client is missing",
  );
});
