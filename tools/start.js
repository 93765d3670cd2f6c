/**
 * `npm start` and `npm run shop`: builds where the sources are newer than build/, and runs build/server/<main or shop>.js in this very
 * process. JavaScript, because Node's reader of TypeScript takes 20 MB for as long as the process lives; a build runs in a process of
 * its own. `node build/server/main.js` does without this file.
 */
import './require-node.js';
import { spawnSync } from 'node:child_process';
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

if (canBuild && !isBuildCurrent(root)) {
  const { status } = spawnSync(process.execPath, [path.join(root, 'tools/build/build.ts')], { stdio: 'inherit' });
  if (status) process.exit(status);
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
