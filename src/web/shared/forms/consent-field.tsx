import { account } from '../messages/account.ts';

/** Asks whether somebody wants offers by email. Never ticked by itself; only where the shop asks (`asksForConsent`). */
export function ConsentField({ isChecked = false }: { isChecked?: boolean }) {
  return (
    <label className="flex items-start gap-3">
      <input type="checkbox" name="acceptsOffers" defaultChecked={isChecked} className="mt-0.5 size-4.5 shrink-0 accent-accent" />
      <span>
        {account.offers}
        <span className="block text-small text-soft">{account.offersHint}</span>
      </span>
    </label>
  );
}
