/**
 * The baseline for cached responses: a `node:http` server that only sends the bytes of a file, in a process of its own so that the load
 * generator doesn't slow it down. `node bench/baseline.ts <file>`, with the headers in <file>.json.
 */
import { readFileSync } from 'node:fs';
import { serveBaseline } from './load.ts';

const [file = ''] = process.argv.slice(2);
const headers = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Record<string, string>;
console.log(`listening ${await serveBaseline(readFileSync(file), headers)}`);
