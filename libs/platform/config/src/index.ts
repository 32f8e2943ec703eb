export { demandKnownDataDir, stampDataDir } from './data-dir-version';
export { DATA_VERSION, demandKnownVersion, NewerData } from './data-version';
export { isListed, readHostList } from './host-list';
export { loadConfig } from './load-config';
export { ConfigError, type Config, type LogLevel, type VariableName, VARIABLES } from './schema';
export { serversOf } from './servers-of';
export {
  demandSecrets,
  ensureSecrets,
  renewStoredSecret,
  SECRET_VARIABLES,
  secretOf,
  type Secret,
  type SecretKind,
  type Secrets,
  storedSecret,
} from './secrets';
