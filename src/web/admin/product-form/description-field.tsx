/** The text of a product: formatted, or plain as it was typed. Another format is one click, and shows at once how the text looks in it. */
import { useState } from 'react';
import { MarkdownField } from '../parts/markdown/markdown-field.tsx';
import { markdownField } from '../parts/markdown/messages.ts';
import { productForm as words } from './messages.ts';

interface DescriptionFieldProps {
  value: string | undefined;
  /** Absent: of a new product, which begins with formatted text. */
  format: string | undefined;
  /** Changes where the form takes over somebody else's format. */
  formatKey: string | undefined;
  error: string | undefined;
}

export function DescriptionField({ value, format = 'markdown', formatKey, error }: DescriptionFieldProps) {
  const [shown, setShown] = useState({ format, formatKey });
  if (shown.formatKey !== formatKey) setShown({ format, formatKey });
  const isPlain = shown.format === 'text';
  return (
    <>
      <input type="hidden" name="descriptionFormat" value={shown.format} />
      <MarkdownField
        label={words.description}
        name="description"
        rows={isPlain ? 6 : 10}
        defaultValue={value}
        error={error}
        required
        level={3}
        isPlain={isPlain}
        hint={isPlain ? words.plainHint : markdownField.hint}
        otherFormat={isPlain ? words.useMarkdown : words.useText}
        onOtherFormat={() => setShown({ format: isPlain ? 'markdown' : 'text', formatKey })}
      />
    </>
  );
}
