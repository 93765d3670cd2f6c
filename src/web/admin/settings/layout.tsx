/** Beside each page of the settings, the menu of all: a column where there is room for it, else a list that opens. */
import { matchPath, Outlet, useLocation } from 'react-router';
import { ChevronIcon } from '../../kit/icons.tsx';
import { Link } from '../../kit/link.tsx';
import { useTeamRole } from '../team/team-role.tsx';
import { settingsMenu as words } from './menu-messages.ts';
import { listSettings, type SettingsGroup } from './settings-menu.tsx';

export default function SettingsLayout() {
  const { pathname } = useLocation();
  const groups = listSettings(useTeamRole());
  const current = groups.flatMap(({ items }) => items).find(({ to }) => matchPath(to, pathname));
  return (
    <div className="@container">
      <div className="@min-[58rem]:grid @min-[58rem]:grid-cols-[11.5rem_minmax(0,1fr)] @min-[58rem]:gap-9">
        <nav
          aria-label={words.label}
          className="hidden self-start @min-[58rem]:sticky @min-[58rem]:top-20 @min-[58rem]:block @min-[58rem]:max-h-[calc(100dvh-6rem)] @min-[58rem]:overflow-y-auto print:hidden"
        >
          <Groups groups={groups} current={current?.to} />
        </nav>
        {/* With a new key it is closed again after a page was chosen. */}
        <details
          key={pathname}
          className="group mb-5 rounded-card border border-line bg-raised @min-[58rem]:hidden print:hidden"
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !event.currentTarget.open) return;
            event.currentTarget.open = false;
            event.currentTarget.querySelector('summary')?.focus();
          }}
        >
          <summary className="flex min-h-11 items-center gap-2 rounded-card px-4">
            <span className="text-soft">{words.label}</span>
            <span className="grow font-[560]">{current?.label}</span>
            <ChevronIcon className="text-soft transition-transform group-open:rotate-180" />
          </summary>
          <nav aria-label={words.label} className="border-t border-line px-2 pt-3 pb-2">
            <Groups groups={groups} current={current?.to} />
          </nav>
        </details>
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </div>
  );
}

function Groups({ groups, current }: { groups: SettingsGroup[]; current: string | undefined }) {
  return (
    <ul className="flex flex-col gap-4">
      {groups.map(({ label, items }) => (
        <li key={label}>
          <p className="mb-1 px-3 text-small text-soft">{label}</p>
          <ul>
            {items.map(({ to, label: name }) => (
              <li key={to}>
                <Link
                  to={to}
                  aria-current={to === current ? 'page' : undefined}
                  className="flex min-h-11 items-center rounded-control px-3 -outline-offset-2 hover:bg-line/60 aria-[current=page]:bg-accent-ground aria-[current=page]:font-[560] aria-[current=page]:text-accent @min-[58rem]:min-h-8.5"
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
