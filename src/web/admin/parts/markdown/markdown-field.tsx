/** A text in Markdown, with buttons that write its signs, and a preview as visitors would read it: of pages and of products. */
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import toast from 'react-hot-toast/headless';
import { previewText } from '../../../../contract/page.ts';
import type { RichTextNode } from '../../../../contract/rich-text.ts';
import { api } from '../../../api.ts';
import { Button } from '../../../kit/button.tsx';
import { Field, type TextArea } from '../../../kit/field.tsx';
import { type HeadingLevel, PlainText, RichText } from '../../../shared/rich-text.tsx';
import { continueList, type Edit, insertLink, insertTable, type Selected, toggleLines, toggleSign } from './edits.ts';
import { markdownField as words } from './messages.ts';
import { MarkdownToolbar, SHORTCUTS, type ToolName } from './toolbar.tsx';

const EDITS: Record<ToolName, (selected: Selected) => Edit> = {
  bold: (it) => toggleSign(it, '**', words.placeholders),
  italic: (it) => toggleSign(it, '*', words.placeholders),
  heading: (it) => toggleLines(it, 'heading'),
  list: (it) => toggleLines(it, 'list'),
  numbers: (it) => toggleLines(it, 'numbers'),
  quote: (it) => toggleLines(it, 'quote'),
  link: (it) => insertLink(it, words.placeholders),
  table: (it) => insertTable(it, words.placeholders),
};

/** As if it was typed, so that it can be undone. */
function applyEdit(field: HTMLTextAreaElement, { from, to, insert, start, end }: Edit): void {
  field.focus();
  field.setSelectionRange(from, to);
  const isTyped = insert ? document.execCommand('insertText', false, insert) : from === to || document.execCommand('delete');
  if (!isTyped) {
    field.setRangeText(insert, from, to, 'end');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}

const read = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** As visitors read it. */
type Preview = { content: RichTextNode[] } | { plainText: string };

interface PreviewBoxProps {
  label: string;
  preview: Preview;
  level: HeadingLevel;
}

function PreviewBox({ label, preview, level }: PreviewBoxProps) {
  const isEmpty = 'content' in preview ? !preview.content.length : !preview.plainText.trim();
  return (
    <section
      aria-label={words.previewLabel(label)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
      tabIndex={0}
      className="max-h-[70vh] overflow-y-auto rounded-control border border-line bg-ground p-5"
    >
      {isEmpty && <p className="text-soft">{words.empty}</p>}
      {'content' in preview ? (
        <RichText content={preview.content} level={level} className="-mt-4" />
      ) : (
        <PlainText text={preview.plainText} />
      )}
    </section>
  );
}

type MarkdownFieldProps = ComponentProps<typeof TextArea> & {
  name: string;
  /** Of its first headings in the preview. */
  level?: HeadingLevel;
  /** The text isn't Markdown now, but shown as typed. */
  isPlain?: boolean;
  /** A button that changes what the text is, and shows how it looks then. */
  otherFormat?: string;
  onOtherFormat?: () => void;
};

export function MarkdownField(props: MarkdownFieldProps) {
  const { label, name, hint, error, className, level = 2, isPlain = false, otherFormat, onOtherFormat, ...input } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [shownError, setShownError] = useState(error);
  // What is wrong is in the text.
  if (error !== shownError) {
    setShownError(error);
    if (error) setPreview(null);
  }

  const showPreview = async (asPlain: boolean) => {
    const text = field.current?.value ?? '';
    if (asPlain) return setPreview({ plainText: text });
    setIsBusy(true);
    try {
      setPreview({ content: (await api(previewText, { body: { text } })).content });
    } catch (failure) {
      console.error(failure);
      setPreview(null);
      toast.error(words.previewFailed);
    } finally {
      setIsBusy(false);
    }
  };

  const changeFormat = () => {
    onOtherFormat?.();
    void showPreview(!isPlain);
  };

  const use = (tool: ToolName) => {
    if (field.current) applyEdit(field.current, EDITS[tool](read(field.current)));
  };

  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, nativeEvent } = event;
    const isCommand = (ctrlKey || metaKey) && !altKey && !shiftKey;
    const tool = isCommand && (Object.keys(SHORTCUTS) as ToolName[]).find((it) => SHORTCUTS[it] === key.toLowerCase());
    const isEnter = key === 'Enter' && !ctrlKey && !metaKey && !altKey && !shiftKey && !nativeEvent.isComposing;
    const next = isEnter ? continueList(read(event.currentTarget)) : null;
    if (isPlain || (!tool && !next)) return;
    // The admin area's search has the key of links too, and leaves it to whoever takes it.
    event.preventDefault();
    if (tool) use(tool);
    if (next) applyEdit(event.currentTarget, next);
  };

  return (
    <div className="flex flex-col gap-2">
      {/* Hidden, not removed: it holds what was typed. */}
      <div className={preview ? 'hidden' : undefined}>
        <Field label={label} hint={hint} error={error} {...(className && { className })}>
          {(controlProps) => (
            <>
              {!isPlain && <MarkdownToolbar controls={controlProps.id} onUse={use} />}
              <textarea
                rows={5}
                {...input}
                {...controlProps}
                ref={field}
                name={name}
                onKeyDown={handleKey}
                // The browser shows its message at the field, right after this.
                onInvalid={() => flushSync(() => setPreview(null))}
                className="input"
              />
            </>
          )}
        </Field>
      </div>
      {preview && <p className="text-small font-[560]">{words.previewLabel(label)}</p>}
      {preview && <PreviewBox label={label} preview={preview} level={level} />}
      <div className="-ml-3 flex flex-wrap gap-2">
        <Button variant="quiet" size="small" busy={isBusy} onClick={() => (preview ? setPreview(null) : void showPreview(isPlain))}>
          {preview ? words.write : words.preview}
        </Button>
        {otherFormat && (
          <Button variant="quiet" size="small" onClick={changeFormat}>
            {otherFormat}
          </Button>
        )}
      </div>
    </div>
  );
}
