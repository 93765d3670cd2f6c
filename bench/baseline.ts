/** The bare server as a process of its own, so that it shares no time with what loads it: `node bench/baseline.ts <file>`, with headers in <file>.json. */
import { readFileSync } from 'node:fs';
import { serveBaseline } from './load.ts';

const [file = ''] = process.argv.slice(2);
const headers = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Record<string, string>;
console.log(`listening ${await serveBaseline(readFileSync(file), headers)}`);
