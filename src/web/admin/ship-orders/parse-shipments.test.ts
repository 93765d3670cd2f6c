import { expect, test } from 'vitest';
import { parseShipments } from './use-ship-orders.ts';

const parse = (text: string, carrier = 'Parcel Post') =>
  parseShipments(text, carrier).map(({ line, number, tracking, carrier: by, error }) => [line, number, tracking, by, error]);

test('[OWORK-4] shipments are read with tabs, commas or semicolons, # and quotes, Windows line ends, empty lines and headings', () => {
  expect(parse('Order\tTracking\r\n1001\tRR 42\r\n\r\n#1002, RR43 , DHL\n"1003";"RR44"\n 1004\n1005,,UPS')).toEqual([
    [2, 1001, 'RR 42', 'Parcel Post', null],
    [4, 1002, 'RR43', 'DHL', null],
    [5, 1003, 'RR44', 'Parcel Post', null],
    [6, 1004, '', 'Parcel Post', null],
    [7, 1005, '', 'UPS', null],
  ]);
  expect(parse(' \n\t\n')).toEqual([]);
});

test('[OWORK-4] without a carrier, the one with this form of tracking number is used', () => {
  expect(parse('1001,1Z999AA10123456784\n1002,RR 42\n1003,9400100000000000000000,DPD', ' ')).toEqual([
    [1, 1001, '1Z999AA10123456784', 'UPS', null],
    [2, 1002, 'RR 42', '', 'no_carrier'],
    [3, 1003, '9400100000000000000000', 'DPD', null],
  ]);
});

test('[OWORK-4] each invalid line shows its error', () => {
  const faults = parse(
    ['x1,1', '1001,1', '1001,2', '0,1', '-5,1', '99999999999,1', `1002,${'1'.repeat(201)}`, `1003,1,${'c'.repeat(101)}`].join('\n'),
  );
  expect(faults.map((row) => row.at(-1))).toEqual([
    'no_number',
    null,
    'number_twice',
    'no_number',
    'no_number',
    'no_number',
    'tracking_too_long',
    'carrier_too_long',
  ]);
});
