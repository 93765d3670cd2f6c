/** The keys that work anywhere in the admin area, and a switch for those of a single character. */
import { Fragment, type ReactNode } from 'react';
import { Dialog } from '../../kit/dialog.tsx';
import { SwitchField } from '../../kit/switch-field.tsx';
import { singleKeys } from '../../state/shortcuts.ts';
import { shortcuts as words } from './messages.ts';
import { COMMAND_KEY } from './use-shortcuts.ts';

export function ShortcutsDialog({ close }: { close: () => void }) {
  const hasSingleKeys = singleKeys.use();
  const rows: [ReactNode[], string][] = [
    [[COMMAND_KEY, 'K'], words.search],
    ...(hasSingleKeys ? [[['/'], words.search] as [string[], string], [['?'], words.help] as [string[], string]] : []),
    [['↑', '↓'], words.move],
    [[words.enter], words.choose],
    [[words.escape], words.leave],
  ];
  return (
    <Dialog title={words.title} close={close} closeLabel={words.close}>
      <dl className="mb-6 grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
        {rows.map(([keys, label]) => (
          <Fragment key={`${keys.join()}${label}`}>
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd key={String(key)} className="key">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </Fragment>
        ))}
      </dl>
      <SwitchField
        label={words.singleKeys}
        hint={words.singleKeysHint}
        checked={hasSingleKeys}
        onChange={(event) => singleKeys.write(event.target.checked)}
      />
    </Dialog>
  );
}
