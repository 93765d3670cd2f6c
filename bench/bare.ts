/** The bare server as a process of its own, so that it shares no time with what loads it: `node bench/bare.ts <file> <type>`. */
import { readFileSync } from 'node:fs';
import { serveBare } from './load.ts';

const [file = '', type = 'text/plain'] = process.argv.slice(2);
const { origin } = await serveBare(readFileSync(file), type);
console.log(`listening ${origin}`);
