import { READ_MODELS as KNOWN_TO_OPS } from '@apps/ops';
import { READ_MODELS as PROJECTED } from '@apps/projector';

it('every read model that is projected can be replayed and is looked after', () => {
  expect(KNOWN_TO_OPS.map(({ name }) => name).sort()).toEqual(Object.values(PROJECTED).flat().sort());
});
