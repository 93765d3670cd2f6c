import { expect, test } from 'vitest';
import { isGtin, normalizeGtin } from './gtin.ts';

test.each(['96385074', '036000291452', '4006381333931', '978-3-16-148410-0', '1 0012345 67890 2'])('%s is a barcode', (text) => {
  expect(isGtin(normalizeGtin(text))).toBe(true);
});

test.each([
  ...[
    '4006381333932',
    '400638133393',
    '96385075',
    '0',
    '',
    '12345678901',
    '123456789012345',
    'abcdefgh',
    '4006381333931x',
    '٤٠٠٦٣٨١٣٣٣٩٣١',
  ],
  ...['-4006381333931.0', '40063813339310'],
])('“%s” is none: its digits are too many or too few, or the last one is wrong', (text) => {
  expect(isGtin(normalizeGtin(text))).toBe(false);
});
