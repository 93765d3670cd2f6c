/** Tells whether build/ was made from the sources as they are. JavaScript, because start.js imports it before every start. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Everything that the build is made of; package.json says which packages it takes in, package-lock.json which versions. */
const SOURCES = ['src/**/*.*', 'tools/build/*', 'vite.config.ts', 'react-router.config.ts', 'package.json', 'package-lock.json'];
const EXCLUDED = ['src/**/*.test.ts'];

/**
 * @param {string} root
 * @returns {string}
 */
export function computeSourceHash(root) {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root, exclude: EXCLUDED }).sort();
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/**
 * Written last by a build, and taken away first: an interrupted one doesn't count.
 *
 * @param {string} root
 */
export const getHashFile = (root) => path.join(root, 'build/.source-hash');

/**
 * @param {string} root
 * @returns {boolean}
 */
export function isBuildCurrent(root) {
  const file = getHashFile(root);
  return existsSync(file) && readFileSync(file, 'utf8') === computeSourceHash(root);
}
