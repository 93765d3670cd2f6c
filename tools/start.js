/**
 * `npm start` and `npm run shop`: builds where the sources are newer than build/, and runs build/server/<main or shop>.js in this very
 * process. JavaScript, because Node's reader of TypeScript takes 20 MB for as long as the process lives; a build runs in a process of
 * its own. `node build/server/main.js` does without this file.
 */
import './require-node.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';

// Not a static import: on an older Node its imports are missing, which would end the process before the version is checked.
const { isBuildCurrent } = await import('./build/source-hash.js');
const root = path.resolve(import.meta.dirname, '..');
const [program = 'main', ...args] = process.argv.slice(2);
const file = path.join(root, `build/server/${program}.js`);
/** A production install has no build tools (npm run prune): what was built is run as it is. */
const canBuild = existsSync(path.join(root, 'node_modules/vite/package.json'));

/**
 * Resolves with the exit code, or null after a signal.
 *
 * @param {string} script
 */
const run = (script) => {
  const child = spawn(process.execPath, [path.join(root, script)], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  return { child, ended: once(child, 'exit').then(([code]) => code) };
};

if (canBuild && !isBuildCurrent(root)) {
  const build = run('tools/build/build.ts');
  const preparation = program === 'main' ? run('tools/prepare.ts') : null;
  // Settings that are wrong end a start at once, not after the build.
  void preparation?.ended.then((code) => code !== 0 && build.child.kill());
  const codes = await Promise.all([build.ended, preparation?.ended ?? 0]);
  if (codes.some((code) => code !== 0)) process.exit(1);
}
if (!existsSync(file)) {
  console.error('There is no build. Run `npm ci && npm run build` with the build tools, which are development dependencies.');
  process.exit(1);
}
// Loads the compiled code of the last run instead of compiling again.
module.enableCompileCache(path.join(root, 'node_modules/.cache/storefront'));
// The program sees its own arguments, as if node had been called with it.
process.argv.splice(1, process.argv.length, file, ...args);
await import(file);
