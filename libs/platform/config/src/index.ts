export { loadConfig, readEnvFile } from './load-config';
export { ConfigError, type Config, type LogLevel, type Plan, VARIABLES } from './schema';
export { ensureSecrets, secretOf, type Secret, type SecretKind, type Secrets } from './secrets';
