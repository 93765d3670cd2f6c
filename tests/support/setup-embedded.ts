/** Each worker restores a dump of the migrated, empty database. */
import type { TestProject } from 'vitest/node';
import { makeMigratedDump } from './migrated-dump.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** File with a dump of the migrated, empty database; null in the project `postgres`. */
    dump: string | null;
    /** URL prefix of the server with the migrated, empty database `template`; null in the project `embedded`. */
    /** `pooledUrl`: through PgBouncer, with TEST_PGBOUNCER=on. */
    server: { url: string; pooledUrl: string | null } | null;
  }
}

export default async function setup(project: TestProject) {
  project.provide('dump', await makeMigratedDump());
  project.provide('server', null);
}
