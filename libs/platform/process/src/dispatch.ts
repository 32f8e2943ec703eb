import { type Deciders, type Handle, LocalDispatch } from '@platform/commands';
import { ConfigError } from '@platform/config';
import type { AppContext } from './run-app';

/** The one handler of commands: the CommandBus of a gateway is bound to it, and a scheduler sends by it. */
export interface Dispatch {
  readonly execute: Handle;
}

/** Commands are handled in this process, or with KAFKA_BROKERS by the apps keys and links. */
export const openDispatch = async ({ config }: AppContext, deciders: Deciders): Promise<Dispatch> => {
  if (config.kafkaBrokers) throw new ConfigError(['KAFKA_BROKERS is not supported yet; leave it unset']);
  return new LocalDispatch(deciders);
};
