/** The words of the notice of the legal guarantee in the settings. */
export const guaranteeNotice = {
  title: 'Notice of the legal guarantee',
  hint: 'From 27 September 2026 on, shops that sell to consumers in the European Union show the official notice of the legal guarantee, unchanged. Download it from the European Commission in your customers’ languages and add it here: each page, the checkout and each product then link to it.',
  isOn: 'Show the notice',
  isOnHint: 'In the footer, at checkout and on each product’s page',
  file: (language: string) => `Notice in ${language}`,
  fileHint: 'PNG, JPEG, WebP or PDF. An image is shown on the page; a PDF is linked to.',
  language: 'Language',
  chooseLanguage: 'Choose a language',
  add: 'Add a language',
  remove: 'Remove',
  removeLanguage: (language: string) => `Remove ${language}`,
  save: 'Save notice',
  saved: 'The notice is saved',
  noFile: 'Add the official notice first, in one language at least.',
  see: 'See the page',
} as const;
