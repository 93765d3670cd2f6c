# The shop as an image: `docker build -t storefront .`; compose.yaml and docs/operations.md say how to run it.
ARG NODE_IMAGE=node:26-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /shop
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The image has Node already, so the package with its binary goes.
RUN node tools/build/build.ts && node tools/build/prune.ts && rm -rf node_modules/.cache node_modules/node-linux-* node_modules/.bin/node

FROM ${NODE_IMAGE}
WORKDIR /shop
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build /shop/package.json ./
COPY --from=build /shop/node_modules ./node_modules
COPY --from=build /shop/build ./build
# A volume takes its owner from the directory that it is mounted over: the shop writes nowhere else, so the rest may be read-only.
RUN install --directory --owner=1000 --group=1000 --mode=0700 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
# Whether it can serve, for what waits for it or sends requests to it: unhealthy while its database is away. Nothing ends it for that.
HEALTHCHECK --interval=10s --timeout=3s --start-period=120s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((it) => process.exit(it.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so that it hears SIGTERM; it needs no init, as it waits for the one that it starts, a backup's.
CMD ["node", "--heap-growing-percent=50", "--max-semi-space-size=12", "build/server/main.js"]
