/** Refuses the passwords that attackers try first: the 18,000 most frequently leaked ones of eight characters or more. */
import { readFile } from 'node:fs/promises';
import { AppError } from '../../../platform/errors.ts';
import { assetPath } from '../../../platform/process/asset-path.ts';

let loading: Promise<ReadonlySet<string>> | undefined;

/** Loaded with the first password that is set: it takes two megabytes. */
async function load(): Promise<ReadonlySet<string>> {
  const text = await readFile(assetPath('shop/team/passwords/common-passwords.txt'), 'utf8');
  return new Set(text.split('\n').filter((line) => line && !line.startsWith('#')));
}

/** Throws `invalid_request` that names the field. The list is in lower case: `Password1` is as common as `password1`. */
export async function requireUncommonPassword(password: string, path: string): Promise<void> {
  loading ??= load();
  if (!(await loading).has(password.normalize('NFKC').toLowerCase())) return;
  throw new AppError('invalid_request', 'This password is on lists of leaked ones, so it would be guessed. Choose another.', {
    issues: [{ path, code: 'common_password', message: 'is a common password' }],
  });
}
