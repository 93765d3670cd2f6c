import { expect, test } from 'vitest';
import { dropClickIds } from './fast-path.ts';

test.each([
  ['/', '/'],
  ['/?utm_source=mail&utm_campaign=autumn%20sale&fbclid=IwAR0_a-b', '/'],
  ['/?page=2&gclid=x', '/?page=2'],
  ['/?gclid=x&page=2&FBCLID=y&sort=name', '/?page=2&sort=name'],
  ['/?gclid=&page=2', '/?page=2'],
  // Left to the endpoint: half of a surrogate pair, no value, other names.
  ['/?gclid=%ED%A0%80', '/?gclid=%ED%A0%80'],
  ['/?gclid', '/?gclid'],
  ['/?mygclid=1&page=2', '/?mygclid=1&page=2'],
  ['/?page=2&x=gclid=1', '/?page=2&x=gclid=1'],
])('[INPUT-6] %s is looked up as %s', (url, plain) => {
  expect(dropClickIds(url)).toBe(plain);
});
