export { ClickSource } from './analytics/click-source';
export { startBootstrap, type StartBootstrap } from './bootstrap';
export { AwaitedProcessors } from './commands';
export { ANALYTICS_TIMEOUT_MS, createGateway, DRAIN_MS, type GatewayOptions } from './gateway';
export { gatewayMigrations } from './gateway.module';
