import { expect, test } from 'vitest';
import { toReference } from '../../../../contract/iban.ts';
import type { Order } from '../../../../contract/order-fields.ts';
import { renderPaymentCode, toTransferText } from './payment-code.ts';

const account = { holder: 'Shop GmbH', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', details: '' };
const method = { _id: 'm', kind: 'bank_transfer', name: 'Transfer', isAwaited: true, account, reference: toReference(1001) } as const;
const order = { currency: 'EUR', total: 138.9, paymentMethod: method } as Pick<Order, 'currency' | 'total' | 'paymentMethod'>;

test('[PAYWAY-8] the code for banking apps has account, sum and reference in the order of the standard', () => {
  expect(toTransferText(method, 138.9)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'COBADEFFXXX',
    'Shop GmbH',
    'DE89370400440532013000',
    'EUR138.90',
    '',
    'RF401001',
    '',
  ]);
  expect(renderPaymentCode(order)).toMatch(/^<svg/);
});

test('[PAYWAY-8] there is no code in another currency, without an IBAN, or once nothing is to be paid', () => {
  const others = [
    { ...order, currency: 'USD' },
    { ...order, paymentMethod: { ...method, account: { ...account, iban: '' } } },
    { ...order, paymentMethod: { ...method, isAwaited: false } },
    { ...order, paymentMethod: { ...method, received: 138.9 } },
  ];
  expect(others.map((it) => renderPaymentCode(it))).toEqual([null, null, null, null]);
});
