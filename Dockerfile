# One image for every app: docker-compose.yml names the app by its command. Debian, since chdb and lmdb are built for
# glibc.
FROM node:24.20.0-bookworm-slim AS manifest
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

# No package here needs its install script: what is native comes compiled.
FROM manifest AS packages
RUN npm ci --omit=dev --ignore-scripts

# The dashboard is bundled by packages of development; what runs needs none of them.
FROM manifest AS build
RUN npm ci --include=dev --ignore-scripts
COPY .scripts .scripts
COPY libs libs
COPY apps apps
RUN node .scripts/build.mjs

FROM node:24.20.0-bookworm-slim
ENV NODE_ENV=production DATA_DIR=/data
WORKDIR /app
# A volume that is mounted here for the first time takes over the owner and the mode.
RUN mkdir --mode=700 /data && chown node:node /data
# The geographic database is among the packages, and its licence wants its origin told.
COPY NOTICE NOTICE
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/package.json package.json
COPY --from=build /app/dist dist
USER node
CMD ["node", "dist/apps/gateway/src/main.js"]
