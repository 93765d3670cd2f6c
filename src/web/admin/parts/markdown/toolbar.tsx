/** The buttons above a text in Markdown. One of them is in the order of the Tab key; arrow keys lead to the others. */
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Icon } from '../../../kit/icons.tsx';
import { COMMAND_KEY, IS_MAC } from '../../search/shortcuts.tsx';
import { markdownField as words } from './messages.ts';

export type ToolName = keyof typeof words.buttons;

/** With Ctrl, or Command on a Mac. */
export const SHORTCUTS: Partial<Record<ToolName, string>> = { bold: 'b', italic: 'i', link: 'k' };

const letter = (text: string, className: string) => (
  <span aria-hidden="true" className={className}>
    {text}
  </span>
);
const draw = (path: string) => (
  <Icon size={18}>
    <path d={path} />
  </Icon>
);

const TOOLS: Record<ToolName, ReactNode> = {
  bold: letter('B', 'font-[640]'),
  italic: <i className="[font-synthesis:style]">{letter('I', '')}</i>,
  heading: letter('H', 'text-small font-[640]'),
  list: draw('M9 6h11M9 12h11M9 18h11M4.500 6v.01M4.500 12v.01M4.500 18v.01'),
  numbers: draw('M10 6h10M10 12h10M10 18h10M4 4.500 5.500 4v5M4 15.500c.5-1.200 3-1 2.500.6L4 20h3'),
  quote: draw('M5 5v14M10 8h9M10 12h9M10 16h5'),
  link: draw('M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.200 1.200M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.200-1.200'),
  table: draw('M4 5h16v14H4zM4 10h16M4 14.500h16M12 5v14'),
};
const NAMES = Object.keys(TOOLS) as ToolName[];

interface MarkdownToolbarProps {
  /** The id of the field that it writes in. */
  controls: string;
  onUse: (tool: ToolName) => void;
}

export function MarkdownToolbar({ controls, onUse }: MarkdownToolbarProps) {
  const [current, setCurrent] = useState(0);

  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const last = NAMES.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target);
    event.currentTarget.querySelectorAll('button')[target]?.focus();
  };

  return (
    <div role="toolbar" aria-label={words.toolbar} aria-controls={controls} onKeyDown={moveFocus} className="flex text-soft">
      {NAMES.map((name, index) => {
        const key = SHORTCUTS[name]?.toUpperCase();
        const title = words.buttons[name];
        return (
          <button
            key={name}
            type="button"
            tabIndex={index === current ? 0 : -1}
            aria-label={title}
            aria-keyshortcuts={key && `${IS_MAC ? 'Meta' : 'Control'}+${key}`}
            title={key ? words.shortcut(title, `${COMMAND_KEY}+${key}`) : title}
            // The text keeps its selection, and on a phone the keyboard stays open.
            onPointerDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(index)}
            onClick={() => onUse(name)}
            className="flex h-10 max-w-11 grow items-center justify-center rounded-control hover:bg-line/60 hover:text-ink"
          >
            {TOOLS[name]}
          </button>
        );
      })}
    </div>
  );
}
