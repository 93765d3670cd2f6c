/** The words of the editor of texts in Markdown. */
export const markdownField = {
  hint: 'An empty line begins a new paragraph. The buttons write Markdown, such as **bold** or - for a list. HTML isn’t supported.',
  preview: 'Preview',
  write: 'Continue writing',
  previewLabel: (label: string) => `Preview of ${label}`,
  previewFailed: "The preview couldn't be made",
  empty: 'Nothing written yet',
  toolbar: 'Formatting',
  buttons: {
    bold: 'Bold',
    italic: 'Italic',
    heading: 'Heading',
    list: 'Bulleted list',
    numbers: 'Numbered list',
    quote: 'Quotation',
    link: 'Link',
    table: 'Table',
  },
  shortcut: (name: string, keys: string) => `${name} (${keys})`,
  placeholders: { words: 'text', url: 'https://', column: 'Column' },
} as const;
