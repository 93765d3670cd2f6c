/** The code of a SEPA transfer that banking apps read (EPC069-12, "GiroCode"), as SVG: account, sum and reference are filled in. */
import { renderSVG } from 'uqr';
import type { Order } from '../../../../contract/order-fields.ts';

/** In the standard's order: service, version, UTF-8, transfer, BIC, holder, IBAN, sum, purpose, reference, text. */
export function toTransferText({ account, reference }: NonNullable<Order['paymentMethod']>, amount: number): string | null {
  if (!account?.iban || !account.holder || !reference || amount < 0.01 || amount > 999_999_999.99) return null;
  return ['BCD', '002', '1', 'SCT', account.bic, account.holder, account.iban, `EUR${amount.toFixed(2)}`, '', reference, ''].join('\n');
}

/** Null: not in euro, or without an IBAN. */
export function renderPaymentCode({
  paymentMethod,
  currency,
  total,
  balance,
}: Pick<Order, 'currency' | 'total' | 'paymentMethod' | 'balance'>): string | null {
  const text =
    paymentMethod?.isAwaited && currency === 'EUR'
      ? toTransferText(paymentMethod, (balance?.due ?? total) - (paymentMethod.received ?? 0))
      : null;
  // Level M and at most version 13, as the standard wants it.
  return text && renderSVG(text, { ecc: 'M', maxVersion: 13, border: 2 });
}
