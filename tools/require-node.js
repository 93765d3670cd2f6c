/** Ends the process on a Node that is too old, and says where a newer one is. A build without this file has src/server/platform/process/require-node.ts. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const LEAST_MAJOR = 26;
const own = path.join(path.dirname(new URL(import.meta.url).pathname), '../node_modules/.bin/node');

if (Number(process.versions.node.split('.')[0]) < LEAST_MAJOR) {
  console.error(`This is Node ${process.versions.node}; the shop needs ${LEAST_MAJOR} or newer.`);
  console.error(
    existsSync(own)
      ? `npm ci brought one, which npm's scripts use: npm start, or ${own} ${process.argv.slice(1).join(' ')}`
      : `npm ci brings one for most platforms: run it again, or install Node ${LEAST_MAJOR}.`,
  );
  process.exit(1);
}
