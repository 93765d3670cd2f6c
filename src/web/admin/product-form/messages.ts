/** The words of a product's attributes in the admin's form. */
export const productAttributes = {
  legend: 'Specifications',
  hint: 'Shown below the description, such as Material: Wool.',
  name: (row: number) => `Name of specification ${row}`,
  value: (row: number) => `Value of specification ${row}`,
  namePlaceholder: 'Material',
  valuePlaceholder: 'Wool',
  add: 'Add specification',
  remove: (row: number) => `Remove specification ${row}`,
  moveUp: (row: number) => `Move specification ${row} up`,
  moveDown: (row: number) => `Move specification ${row} down`,
  removed: (row: number) => `Specification ${row} removed`,
  moved: (row: number, count: number) => `Moved to ${row} of ${count}`,
} as const;
