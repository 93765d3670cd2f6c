import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from './values.ts';

test('[INPUT-11] a text is cut between characters, never within an emoji, a flag or a letter with its accent', () => {
  expect(cutText('tea', 3)).toBe('tea');
  expect(cutText('teapot', 3)).toBe('tea');
  expect(cutText(`${'a'.repeat(79)}😀`, 80)).toBe(`${'a'.repeat(79)}😀`);
  expect(cutText(`${'a'.repeat(79)}😀b`, 80)).toBe(`${'a'.repeat(79)}😀`);
  expect(cutText(`${'a'.repeat(80)}😀`, 80)).toBe('a'.repeat(80));
  for (const sign of ['👩🏽‍🚀', '🇩🇪', 'e\u0301', '\r\n']) expect(cutText(`${'a'.repeat(79)}${sign}b`, 80), sign).toBe('a'.repeat(79));
  // One sign that is longer than what is allowed.
  expect(cutText('👩🏽‍🚀', 2)).toBe('👩🏽');
  expect(cutText('😀', 0)).toBe('');
  expect(cutText(`e${'\u0301'.repeat(500)}`, 300)).toHaveLength(300);
});

test('[INPUT-11] the cut text is always the beginning, well-formed and no longer than allowed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(50), (text, maxLength) => {
      const cut = cutText(text, maxLength);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
      expect([...cut].length).toBeLessThanOrEqual(maxLength);
    }),
  );
});
