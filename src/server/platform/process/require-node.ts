/** Ends the process on a Node that is too old for this code. main.ts and shop.ts import it first, so that it runs before their own code. */

/** Node 26 comes with `npm ci`, and npm's scripts use it; the machine's own may be older. */
const LEAST_MAJOR = 26;

if (Number(process.versions.node.split('.')[0]) < LEAST_MAJOR) {
  console.error(`This is Node ${process.versions.node}; the shop needs ${LEAST_MAJOR} or newer. npm ci brought one:`);
  console.error(`  node_modules/.bin/node ${process.argv.slice(1).join(' ')}`);
  console.error(`If that file isn't there, run npm ci again, or install Node ${LEAST_MAJOR}.`);
  process.exit(1);
}
