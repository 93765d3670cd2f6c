import { type Dispute, OPEN_DISPUTE_STATUSES } from '../../../contract/order-fields.ts';

export const isOpenDispute = ({ status }: Dispute) => OPEN_DISPUTE_STATUSES.some((it) => it === status);
