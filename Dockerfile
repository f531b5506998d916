# One image for each service: docker build --build-arg SERVICE=projects --build-arg REVISION=$(git rev-parse HEAD) --tag hearth/projects:0.1.0 .
# Its tree is made by tools/image/build.mjs, which the test suites run too: they start every service from such a tree.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-trixie-slim AS build
WORKDIR /source
COPY . .
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts && node tools/build.mjs
ARG SERVICE
RUN node tools/image/build.mjs "$SERVICE" /image

FROM node:${NODE_VERSION}-trixie-slim
ARG SERVICE
# The commit that is built; it is shown by GET /version and by the image's label.
ARG REVISION
LABEL org.opencontainers.image.title="hearth-$SERVICE" \
  org.opencontainers.image.description="A code-hosting system that speaks the GitLab REST API v4" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.revision="$REVISION"
# tini reaps what git leaves behind; only what owns repositories has git. A service needs no package manager.
RUN case "$SERVICE" in repository|all-in-one) packages="tini git ca-certificates" ;; *) packages="tini" ;; esac \
  && apt-get update && apt-get install --yes --no-install-recommends $packages \
  && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* \
  # The one place besides /tmp that anything is written to: the storage of repository.
  && install --directory --owner=10001 --group=10001 /data /objects
COPY --from=build /image /app
WORKDIR /app
# Half of Node's own space for new objects and two arenas for its threads: docs/performance.md has the figures.
ENV NODE_ENV=production NODE_COMPILE_CACHE=/tmp/node-compile-cache NODE_OPTIONS=--max-semi-space-size=8 MALLOC_ARENA_MAX=2 HEARTH_REVISION=$REVISION
USER 10001:10001
EXPOSE 8080 9090
HEALTHCHECK --interval=5s --timeout=5s --start-period=3m --retries=6 CMD ["node", "tools/image/health.mjs"]
ENTRYPOINT ["tini", "--", "node"]
CMD ["main.mjs"]
