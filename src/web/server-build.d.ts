/** React Router's Vite plugin makes this module: the table of pages with their code. */
declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router';

  const build: ServerBuild;
  export = build;
}
