import { ConfigError } from '@platform/config';
import { demandOwnPorts } from './own-ports';

describe('the ports of a redirector', () => {
  it.each([
    [{ port: 3000, statusPort: 3000, metricsPort: undefined }, /STATUS_PORT must differ from PORT/],
    [{ port: 3000, statusPort: 3001, metricsPort: 3001 }, /METRICS_PORT must differ from 3001/],
    [{ port: 65_535, statusPort: 65_536, metricsPort: undefined }, /STATUS_PORT is required/],
  ])('are refused in a sentence where one is taken twice or is none: %j', (ports, sentence) => {
    expect(() => demandOwnPorts(ports)).toThrow(ConfigError);
    expect(() => demandOwnPorts(ports)).toThrow(sentence);
  });

  it('may be three', () => {
    expect(() => demandOwnPorts({ port: 3000, statusPort: 3001, metricsPort: 9464 })).not.toThrow();
  });
});
