/** The words of a form that was overtaken: somebody else has saved what it edits. */
export const editConflict = {
  title: 'Changed while you were editing',
  chooseHint: 'Both of you changed this. Choose what to keep, then save again.',
  updatesHint: "You didn't edit these. The form now shows what is there:",
  chooseFirst: 'Choose what to keep below, then save again.',
  typed: 'Yours',
  current: 'There now',
  empty: 'Empty',
} as const;
