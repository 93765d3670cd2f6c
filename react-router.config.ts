import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/web',
  buildDirectory: 'build',
  ssr: true,
  // A page's loader and its component come in one file anyway (`groups` in vite.config.ts). Looking for parts to split takes a third of a build.
  splitRouteModules: false,
  // The names of the server's entries in vite.config.ts: main.js, shop.js.
  serverBuildFile: '[name].js',
  // The browser loads the whole table of pages with the first page, so that no link needs a request to find its page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
