/** Which licences the shop may ship under. A new one is read by a person before it stands here. */

/** They ask for their text to be kept, and for nothing of the shop's own code. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'PSF-2.0', 'CC0-1.0', 'Unlicense'],
  // Fonts may be served with a page, under their own licence.
  'OFL-1.1',
]);

/** Of one package alone. Sharp loads libvips as a library of its own, which whoever runs the shop may replace: so the LGPL asks for no more. */
const ALLOWED_OF: readonly [RegExp, string][] = [[/^@img\/sharp-/, 'LGPL-3.0-or-later']];

function isAllowedId(name: string, id: string): boolean {
  return ALLOWED.has(id) || ALLOWED_OF.some(([pattern, allowed]) => allowed === id && pattern.test(name));
}

/** `license`: an SPDX expression as package.json has it. Of `A OR B` one is enough, of `A AND B` each counts. */
export function isAllowed(name: string, license: string | undefined): boolean {
  if (!license) return false;
  const choices = license.replace(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((id) => isAllowedId(name, id.trim())));
}
