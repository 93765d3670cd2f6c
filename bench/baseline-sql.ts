/**
 * The baseline for filters and searches: Fastify that runs one prepared statement per request. `node bench/baseline-sql.ts <url> <file>`:
 * the file holds the statements, and for each request the number of its statement and the values; `GET /7` responds with the rows of
 * request 7.
 */
import { readFileSync } from 'node:fs';
import fastify from 'fastify';
import pg from 'pg';
import { readConfig } from '../src/server/platform/settings/read-config.ts';

export interface BaselineScript {
  statements: string[];
  requests: { statement: number; values: unknown[] }[];
}

if (import.meta.main) {
  const [url = '', file = ''] = process.argv.slice(2);
  const { statements, requests } = JSON.parse(readFileSync(file, 'utf8')) as BaselineScript;
  const pool = new pg.Pool({ connectionString: url, max: readConfig({}).databaseConnections });
  const app = fastify();
  app.get<{ Params: { n: string } }>('/:n', async (request) => {
    const { statement, values } = requests[Number(request.params.n)] ?? { statement: 0, values: [] };
    const { rows } = await pool.query({ name: `s${statement}`, text: statements[statement] ?? '', values });
    return rows;
  });
  console.log(`listening ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
}
