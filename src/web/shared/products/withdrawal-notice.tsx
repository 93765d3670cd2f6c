/** Before it is bought: why a product can't be withdrawn from, in a shop that has the function. */
import type { WithdrawalException } from '../../../contract/withdrawal-fields.ts';
import { exceptions } from '../messages/withdrawal.ts';
import { useShop } from '../shop-data.ts';

export function WithdrawalNotice({ exception, className = '' }: { exception: WithdrawalException | undefined; className?: string }) {
  const { withdrawalDays } = useShop().settings.shop;
  if (!exception || !withdrawalDays) return null;
  return <p className={`text-small text-soft ${className}`}>{exceptions[exception]}</p>;
}
