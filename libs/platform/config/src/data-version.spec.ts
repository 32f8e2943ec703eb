import { OperatorError } from '@kernel';
import { NewerData, demandKnownVersion } from '.';

describe('the version of stored data', () => {
  const demand = (stored?: string) => () => demandKnownVersion('The data directory /data', stored, 3);

  it('is 0 where none is stored, and may be that of this program', () => {
    for (const stored of [undefined, '0', '3']) expect(demand(stored)).not.toThrow();
  });

  it('is refused if a newer program has stored it', () => {
    expect(demand('4')).toThrow(NewerData);
  });

  it.each(['abc', '', '3.5', '-1'])('is refused in one sentence if it is %p, which is not a whole number', (stored) => {
    expect(demand(stored)).toThrow(
      new OperatorError(
        `The data directory /data says that its data is of version "${stored}", which is not a whole number: restore ` +
          'it from a backup.',
      ),
    );
  });
});
