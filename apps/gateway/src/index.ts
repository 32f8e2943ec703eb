export { ClickSource } from './analytics/click-source';
export { startBootstrap, type StartBootstrap } from './bootstrap';
export { AwaitedProcessors, READ_MODELS } from './commands';
export { WRITE_SERVICES } from './deciders';
export { ANALYTICS_TIMEOUT_MS, createGateway, DRAIN_MS, type GatewayOptions } from './gateway';
export { gatewayMigrations } from './gateway.module';
