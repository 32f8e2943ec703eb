import { subscriberNetworkOf } from '@platform/http';
import { MinuteLimit } from './minute-limit';

/** Limits requests by address, a minute at a time, as {@link MinuteLimit} does. */
export class AddressLimit extends MinuteLimit {
  /** @returns seconds until the address may try again; 0 while it may */
  override count(address: string): number {
    return super.count(subscriberNetworkOf(address));
  }
}
