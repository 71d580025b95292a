FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY fonts/package.json fonts/
RUN npm ci --omit=dev && npm run --silent sbom > sbom.cdx.json

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY fonts/package.json fonts/
RUN npm ci --ignore-scripts
COPY . .
RUN node_modules/.bin/vite build --config dashboard/vite.config.ts \
  && node_modules/.bin/vite build --config verifier/page/vite.config.ts \
  && node_modules/.bin/vite build --config server/vite.config.ts
# What no process of production reads: nearly half of it.
COPY --from=dependencies /app/node_modules /production/node_modules
RUN node --disable-warning=ExperimentalWarning scripts/prune-modules.ts /production/node_modules

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
# For RENDER_USER.
RUN useradd --system --user-group --no-create-home --shell /usr/sbin/nologin laurel-render
# A volume mounted on one of these for the first time takes over its owner.
RUN install -d -o node -g node -m 700 /data /run/laurel
COPY --from=build /production/node_modules node_modules
COPY --from=dependencies /app/sbom.cdx.json sbom.cdx.json
COPY . .
COPY --from=build /app/dashboard/dist dashboard/dist
COPY --from=build /app/verifier/page/dist verifier/page/dist
COPY --from=build /app/server/dist server/dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--initial-old-space-size=128", "--max-semi-space-size=8", "--heap-growing-percent=100", "server/dist/main.js"]
