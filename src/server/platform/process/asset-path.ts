/** Finds the files that the server reads at run time: migrations, SQL functions, the demo's catalog. */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** src/server is two folders above this file's; bundled, it is in build/server or in a folder below that. */
const candidateRoots = ['.', '..', '../..'].map((upwards) => path.join(import.meta.dirname, upwards));

export const findAsset = (relativePath: string): string | undefined =>
  candidateRoots.map((root) => path.join(root, relativePath)).find((it) => existsSync(it));

/** `relativePath`: below src/server; the build copies these files to the same place below build/server. */
export function assetPath(relativePath: string): string {
  const found = findAsset(relativePath);
  if (!found) throw new Error(`${relativePath} is missing beside the server's code; was it copied into the build?`);
  return found;
}
