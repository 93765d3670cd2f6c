/** What stands above a shop that isn't open. Whoever works here finds the way to open it. */
import { Link } from '../../kit/link.tsx';
import { useSession } from '../../state/session.ts';
import { closedShop as words } from '../messages/closed-shop.ts';

export function ClosedShopWords() {
  const isOfTeam = useSession()?.user.role === 1;
  return (
    <p className="page flex min-h-11 flex-wrap items-center justify-center gap-x-3 py-1 text-center text-small">
      {isOfTeam ? words.own : words.others}
      {isOfTeam && (
        <Link to="/dashboard/admin/settings/opening" className="inline-flex min-h-9 items-center font-[560] underline underline-offset-2">
          {words.open}
        </Link>
      )}
    </p>
  );
}
