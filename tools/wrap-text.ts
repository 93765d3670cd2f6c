/** Words, with each `span of code` as one of them: broken over two lines it couldn't be searched for. */
const WORD_PATTERN = /(?:`[^`]*`|\S)+/g;

/** Breaks a text into lines of at most `width` characters, as the generated documents have them, each with the prefix. */
export function wrapText(text: string, { prefix = '', width = 150 }: { prefix?: string; width?: number } = {}): string {
  const lines: string[] = [];
  let line = '';
  for (const [word] of text.matchAll(WORD_PATTERN)) {
    if (line && prefix.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line += line ? ` ${word}` : word;
  }
  return [...lines, line].map((it) => `${prefix}${it}`).join('\n');
}
