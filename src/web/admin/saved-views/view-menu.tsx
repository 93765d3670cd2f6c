/** The saved views of a list: to open one, to save what is shown, and to manage them. */
import { useState } from 'react';
import { listSavedViews, type SavedView, type ViewList } from '../../../contract/saved-view.ts';
import { Link } from '../../kit/link.tsx';
import { useLoad } from '../../shared/hooks/use-load.ts';
import { readOpensWith, saveColumns, saveOpensWith } from '../../state/admin-area.ts';
import { useTeamRole } from '../team/team-role.tsx';
import { DropDown } from './drop-down.tsx';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { savedViews as words } from './messages.ts';
import { SaveViewDialog } from './save-view-dialog.tsx';
import type { ShownList } from './shown-list.ts';

/** The view that this browser opens the list with may have been changed or deleted elsewhere. */
function followOpensWith(list: ViewList, views: SavedView[]): void {
  const opensWith = readOpensWith(list);
  const found = views.find(({ _id }) => _id === opensWith?._id);
  if (opensWith && opensWith.query !== found?.query) saveOpensWith(list, found ? { _id: found._id, query: found.query } : null);
}

const itemClass =
  'flex min-h-10 w-full items-center rounded-control px-2 text-left hover:bg-line/60 aria-[current]:bg-accent-ground aria-[current]:font-[560] aria-[current]:text-accent';

export function ViewMenu({ shown }: { shown: ShownList }) {
  const { list, query, normalize } = shown;
  const [opened, setOpened] = useState<'save' | 'manage' | null>(null);
  const loaded = useLoad(`saved views ${list}`, async (it, signal) => {
    const { views } = await it(listSavedViews, { query: { list }, signal });
    followOpensWith(list, views);
    return views;
  });
  const views = loaded.data ?? [];
  const isReadOnly = useTeamRole() === 'read-only';
  const current = views.find((view) => normalize(view.query) === query);
  const close = () => setOpened(null);
  const groups = [
    { label: words.own, views: views.filter(({ isShared }) => !isShared) },
    { label: words.shared, views: views.filter(({ isShared }) => isShared) },
  ].filter((it) => it.views.length);

  return (
    <>
      <DropDown
        label={<span className="truncate">{current && query ? current.name : words.views}</span>}
        className="max-h-[70dvh] w-72 overflow-y-auto"
      >
        {(closeMenu) => (
          <nav aria-label={words.views}>
            <Link to="?" preventScrollReset onClick={closeMenu} aria-current={query ? undefined : 'true'} className={itemClass}>
              {words.all}
            </Link>
            {groups.map((group) => (
              <section key={group.label} aria-label={group.label}>
                <p className="px-2 pt-2 pb-1 text-small text-soft">{group.label}</p>
                {group.views.map((view) => (
                  <Link
                    key={view._id}
                    to={`?${view.query}`}
                    preventScrollReset
                    onClick={() => {
                      if (view.columns) saveColumns(list, view.columns);
                      closeMenu();
                    }}
                    aria-current={view === current ? 'true' : undefined}
                    className={itemClass}
                  >
                    <bdi className="line-clamp-2 wrap-anywhere">{view.name}</bdi>
                  </Link>
                ))}
              </section>
            ))}
            {views.length === 0 && <p className="px-2 py-1 text-small text-soft">{words.none}</p>}
            <div className="mt-2 border-t border-line pt-2">
              {(
                [
                  ['save', words.save],
                  ['manage', words.manage],
                ] as const
              ).map(([dialog, label]) =>
                (dialog === 'manage' ? views.length === 0 : isReadOnly) ? null : (
                  <button
                    key={dialog}
                    type="button"
                    onClick={() => {
                      closeMenu();
                      setOpened(dialog);
                    }}
                    className={itemClass}
                  >
                    {label}
                  </button>
                ),
              )}
            </div>
          </nav>
        )}
      </DropDown>
      {opened === 'save' && <SaveViewDialog shown={shown} onSaved={loaded.reload} close={close} />}
      {opened === 'manage' && <ManageViewsDialog shown={shown} views={views} onChanged={loaded.reload} close={close} />}
    </>
  );
}
