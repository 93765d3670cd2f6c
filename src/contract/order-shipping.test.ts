import { expect, test } from 'vitest';
import { buildTrackingUrl, guessCarrier } from './order-shipping.ts';

test('[OWORK-6] a carrier is recognized by its tracking number, with spaces and in lower case too; an ambiguous number isn’t', () => {
  const guesses = [
    '1Z999AA10123456784',
    '1z 999 aa1 01 2345 6784',
    '9400 1000 0000 0000 0000 00',
    '771234567890',
    '1234567890',
    'RR123456785GB',
    'LX123456785US',
    'RR 42',
    '',
    '123',
  ].map(guessCarrier);
  expect(guesses).toEqual(['UPS', 'UPS', 'USPS', 'FedEx', 'DHL', 'Royal Mail', 'USPS', null, null, null]);
});

test('[OWORK-6] a known carrier links to its tracking page, also with the name of a service after it', () => {
  expect(buildTrackingUrl('UPS', '1Z 999 AA1')).toBe('https://www.ups.com/track?tracknum=1Z999AA1');
  expect(buildTrackingUrl('ups ground', '1Z999AA1')).toBe('https://www.ups.com/track?tracknum=1Z999AA1');
  expect(buildTrackingUrl('Fed Ex', '1')).toBeNull();
  expect(buildTrackingUrl('royal mail Tracked 24', 'RR1GB')).toBe('https://www.royalmail.com/track-your-item#/tracking-results/RR1GB');
  expect(buildTrackingUrl('DHL', 'a/b?c&d="<')).toBe('https://www.dhl.com/global-en/home/tracking.html?tracking-id=A%2FB%3FC%26D%3D%22%3C');
});

test('[OWORK-6] a link entered by the admin is used; any other text, such as a script, is no link', () => {
  expect(buildTrackingUrl('Parcel Post', 'https://post.example/track?id=1')).toBe('https://post.example/track?id=1');
  for (const [carrier, tracking] of [
    ['Parcel Post', 'RR 42'],
    ['Upsala', '1Z999'],
    ['UPS', null],
    [null, '1Z999AA10123456784'],
    ['Parcel Post', 'javascript:alert(1)'],
    ['Parcel Post', 'https://'],
    ['Parcel Post', 'https://a b'],
  ] as const)
    expect([carrier, tracking, buildTrackingUrl(carrier, tracking)]).toEqual([carrier, tracking, null]);
});
