import { STOCK_MAX } from '../../../../contract/limits.ts';
import { AppError } from '../../../platform/errors.ts';

/**
 * Throws if a stock of `quantity` can't be changed by this much: `insufficient_stock`, with the current product, or `invalid_request`.
 * `path` is the path of the field in the request.
 */
export function requirePossibleStock(path: string, quantity: number, change: number, current: object): void {
  if (quantity + change < 0) {
    const message = `Only ${quantity} are in stock now, so it can't go down by ${-change}`;
    const issues = [{ path, code: 'insufficient_stock' as const, message, limit: quantity }];
    throw new AppError('insufficient_stock', message, { issues, current });
  }
  if (change > 0 && quantity + change > STOCK_MAX) {
    const issues = [{ path, code: 'too_large' as const, message: `must be <= ${STOCK_MAX}`, limit: STOCK_MAX }];
    throw new AppError('invalid_request', `The stock can't be above ${STOCK_MAX}`, { issues });
  }
}
