import { READ_MODELS as KNOWN_TO_OPS } from '@apps/ops';
import { PROJECTED } from '@apps/projector';

it('every read model that is projected can be replayed and is looked after', () => {
  expect(KNOWN_TO_OPS.map(({ name }) => name).sort()).toEqual([...PROJECTED].sort());
});
