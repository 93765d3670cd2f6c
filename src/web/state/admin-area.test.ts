import { expect, test } from 'vitest';
import { findRoleOf } from './admin-area.ts';

test('a role that is remembered is its own user’s, not that of whoever logs in to the same browser next', () => {
  const known = { userId: 'ada', role: 'read-only' as const };
  expect(findRoleOf('ada', known)).toBe('read-only');
  expect(findRoleOf('grace', known)).toBeNull();
  expect(findRoleOf(undefined, known)).toBeNull();
  expect(findRoleOf('ada', null)).toBeNull();
});
