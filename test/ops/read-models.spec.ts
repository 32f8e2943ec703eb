import { READ_MODELS as KNOWN_TO_OPS } from '@apps/ops';
import { PROJECTED } from '@apps/projector';

it('every projected read model is known to ops', () => {
  expect(KNOWN_TO_OPS.map(({ name }) => name).sort()).toEqual([...PROJECTED].sort());
});
