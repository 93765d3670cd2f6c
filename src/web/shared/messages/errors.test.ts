import { expect, test } from 'vitest';
import { ERROR_CODES, ISSUE_CODES } from '../../../contract/errors.ts';
import { describeError, errors } from './errors.ts';
import { describeIssue, fieldErrors } from './form.ts';

const SERVER = 'what the server says';

test.each(ERROR_CODES)('%s has a message', (code) => {
  const words = errors[code];
  expect(describeError(code, SERVER)).toBe(words ?? SERVER);
  expect(words).not.toBe('');
});

test('the message for an unknown placeholder comes from the server, which knows it', () => {
  expect(describeIssue({ path: 'subject', code: 'unknown_placeholder', message: "can't have {{x}}" })).toBe("Can't have {{x}}");
});

const WORDED_CODES = ISSUE_CODES.filter((code): code is keyof typeof fieldErrors => code in fieldErrors);

test.each(WORDED_CODES)('a field with %s has a message that doesn’t depend on the server’s text', (code) => {
  const words = describeIssue({ path: 'name', code, message: SERVER, limit: 3 });
  expect(words).toBe(fieldErrors[code](3, ''));
  expect(words).not.toContain(SERVER);
  expect(words.length).toBeGreaterThan(3);
});

test('an error code that this version doesn’t know shows the server’s message', () => {
  expect(describeError('new_code', SERVER)).toBe(SERVER);
  expect(describeIssue({ path: 'name', code: 'new_code' as 'taken', message: 'is too new' })).toBe('Is too new');
});
