/** A text in Markdown, with a preview as visitors would read it. */
import { type ComponentProps, useRef, useState } from 'react';
import toast from 'react-hot-toast/headless';
import { previewText } from '../../../contract/page.ts';
import type { RichTextNode } from '../../../contract/rich-text.ts';
import { api } from '../../api.ts';
import { Button } from '../../kit/button.tsx';
import { TextArea } from '../../kit/field.tsx';
import { RichText } from '../../shared/rich-text.tsx';
import { markdownField as words } from './messages.ts';

export function MarkdownField({ label, name, ...field }: ComponentProps<typeof TextArea> & { name: string }) {
  const root = useRef<HTMLDivElement>(null);
  const [content, setContent] = useState<RichTextNode[] | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const preview = async () => {
    const text = root.current?.querySelector('textarea')?.value ?? '';
    setIsBusy(true);
    try {
      setContent((await api(previewText, { body: { text } })).content);
    } catch (error) {
      console.error(error);
      toast.error(words.previewFailed);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <div ref={root} className="flex flex-col gap-2">
      {/* Hidden, not removed: it holds what was typed. */}
      <div className={content ? 'hidden' : undefined}>
        <TextArea {...field} label={label} name={name} />
      </div>
      {content && (
        <section
          aria-label={words.previewLabel(label)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard
          tabIndex={0}
          className="max-h-[70vh] overflow-y-auto rounded-control border border-line bg-ground p-5"
        >
          {content.length ? <RichText content={content} /> : <p className="text-soft">{words.empty}</p>}
        </section>
      )}
      <Button
        variant="quiet"
        size="small"
        className="self-start"
        busy={isBusy}
        onClick={() => (content ? setContent(null) : void preview())}
      >
        {content ? words.write : words.preview}
      </Button>
    </div>
  );
}
