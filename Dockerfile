FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm run --silent sbom > sbom.cdx.json
# What no process reads: a third of it.
COPY templates-engine/fonts templates-engine/fonts
COPY scripts/prune-modules.ts scripts/prune-modules.ts
RUN node scripts/prune-modules.ts node_modules

FROM node:24-bookworm-slim AS dashboard
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
# The limits and defaults that the dashboard shares with the engine and the rules (scripts/folder-rules.ts).
COPY templates-engine templates-engine
COPY domain/limits.ts domain/limits.ts
COPY samples/designs samples/designs
COPY dashboard dashboard
COPY verifier verifier
RUN node_modules/.bin/vite build --config dashboard/vite.config.ts \
  && node_modules/.bin/vite build --config verifier/page/vite.config.ts

FROM node:24-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
# A volume mounted on one of these for the first time takes over its owner.
RUN install -d -o node -g node -m 700 /data /run/laurel
COPY --from=dependencies /app/node_modules node_modules
COPY --from=dependencies /app/sbom.cdx.json sbom.cdx.json
COPY . .
COPY --from=dashboard /app/dashboard/dist dashboard/dist
COPY --from=dashboard /app/verifier/page/dist verifier/page/dist
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/ready`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "server/main.ts"]
