/** Tells team members that they have to set up a second factor: how much time is left, and what is shown after that. */
import { DAY } from '../../../contract/values.ts';
import { LinkButton } from '../../kit/button.tsx';
import { Link } from '../../kit/link.tsx';
import { PageMessage } from '../../kit/notice.tsx';
import { LockIllustration } from '../../kit/order-illustrations.tsx';
import { secondFactorDemand as words } from '../../shared/messages/team.ts';

const SECURITY_PATH = '/dashboard/user/security';

/** Above each page. */
export function SecondFactorNotice({ dueAt }: { dueAt: string }) {
  // The clock of this computer may be off: the server decides.
  const days = Math.max(1, Math.ceil((Date.parse(dueAt) - Date.now()) / DAY));
  return (
    <p className="mb-4 rounded-control bg-caution/8 px-4 py-3 text-caution print:hidden">
      {words.notice(days)}{' '}
      <Link to={SECURITY_PATH} className="font-[560] underline underline-offset-2">
        {words.setUp}
      </Link>
    </p>
  );
}

/** Shown instead of every page. */
export function SecondFactorRequired() {
  return (
    <PageMessage
      title={words.title}
      illustration={<LockIllustration />}
      actions={
        <>
          <LinkButton to={SECURITY_PATH}>{words.setUp}</LinkButton>
          <LinkButton to="/" variant="secondary">
            {words.toShop}
          </LinkButton>
        </>
      }
    >
      {words.hint}
    </PageMessage>
  );
}
