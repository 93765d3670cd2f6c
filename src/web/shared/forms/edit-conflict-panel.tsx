/** Shown in a form when somebody else has saved what it edits: the user's and the current value of each field, to choose between. */
import type { EditConflict } from '../hooks/use-edit-conflict.ts';
import { editConflict as words } from '../messages/edit-conflict.ts';

const card =
  'flex min-w-0 cursor-pointer gap-2.5 rounded-control border border-line bg-raised p-3 has-checked:border-accent has-checked:bg-accent-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent';
/** A text this long may be higher than its box. */
const SCROLLING_LENGTH = 100;
/** Long texts scroll, so that the next field stays in sight. */
const valueClass = 'mt-0.5 block max-h-40 overflow-y-auto whitespace-pre-wrap';

export function EditConflictPanel({ conflict: { rows, updates, choose } }: { conflict: EditConflict }) {
  if (!rows.length && !updates.length) return null;
  return (
    <div className="flex flex-col gap-5 rounded-card border border-caution/40 bg-caution/6 p-4">
      <p className="font-[560] text-caution">{words.title}</p>
      {rows.length > 0 && <p className="-mt-4 text-small text-soft">{words.chooseHint}</p>}
      {rows.map(({ name, label, choice, typedText, currentText }) => (
        <fieldset key={name} className="min-w-0">
          <legend className="mb-1.5 text-small font-[560]">{label}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            <Option name={name} label={words.typed} isChosen={choice === 'typed'} choose={() => choose(name, 'typed')} value={typedText} />
            <Option
              name={name}
              label={words.current}
              isChosen={choice === 'current'}
              choose={() => choose(name, 'current')}
              value={currentText}
            />
          </div>
        </fieldset>
      ))}
      {updates.length > 0 && (
        <div>
          <p className="text-small text-soft">{words.updatesHint}</p>
          <ul className="mt-1.5 grid gap-1">
            {updates.map(({ label, text }) => (
              <li key={label} className="line-clamp-6">
                <span className="font-[560]">{label}:</span> <bdi>{text || words.empty}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface OptionProps {
  name: string;
  label: string;
  value: string;
  isChosen: boolean;
  choose: () => void;
}

function Option({ name, label, value, isChosen, choose }: OptionProps) {
  return (
    <label className={card}>
      {/* Of no form: the choice is no field that is sent or compared. */}
      <input
        type="radio"
        form=""
        name={`conflict-${name}`}
        checked={isChosen}
        onChange={choose}
        className="mt-1 size-4 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 grow">
        <span className="block text-small text-soft">{label}</span>
        <bdi className={valueClass} tabIndex={value.length > SCROLLING_LENGTH ? 0 : undefined}>
          {value || words.empty}
        </bdi>
      </span>
    </label>
  );
}
