import { expect, test } from 'vitest';
import { findRoleOf } from './admin-area.ts';

test('a stored role is used only for its own user, not for the next one in the same browser', () => {
  const known = { userId: 'ada', role: 'read-only' as const };
  expect(findRoleOf('ada', known)).toBe('read-only');
  expect(findRoleOf('grace', known)).toBeNull();
  expect(findRoleOf(undefined, known)).toBeNull();
  expect(findRoleOf('ada', null)).toBeNull();
});
