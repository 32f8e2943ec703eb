export { ClickSource } from './analytics/analytics.controller';
export { KeyCommands } from './api-keys/api-key.commands';
export { Accounts } from './auth/accounts';
export { Registration } from './auth/registration';
export { SYSTEM } from './caller';
export { AwaitedProcessors } from './commands';
export { createGateway, type GatewayOptions } from './gateway';
export { LinkQueries } from './links/link.queries';
export { gatewayMigrations } from './migrations';
