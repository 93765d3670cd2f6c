/**
 * What starts the shop: it makes the loading of main.ts quick, and leaves the rest to it. JavaScript, because all TypeScript is read
 * once and kept, but for what is loaded before this; and Node's reader of TypeScript takes 20 MB for as long as the process lives.
 */
import { enableCompileCache, registerHooks } from 'node:module';
import path from 'node:path';

// What was compiled once is read the next time.
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/storefront'));

/**
 * Packages of many small modules. To learn what kind a file is, Node reads its package.json again for each, and drizzle's alone is
 * 180 kB: a third of a second. Inside of them a relative path is a module, at the place that it names.
 */
const OF_MODULES = /\/node_modules\/(?:drizzle-orm|typebox)\//;

registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL = '' } = context;
    if (!specifier.startsWith('.') || !OF_MODULES.test(parentURL)) return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});

await import('./main.ts');
