import type { Dispute } from '../../../contract/order.ts';
import { OPEN_DISPUTE_STATUSES } from '../../../contract/order-status.ts';

export const isOpenDispute = ({ status }: Dispute) => OPEN_DISPUTE_STATUSES.some((it) => it === status);
