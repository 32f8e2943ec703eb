import { rules, variants } from './link-choice.schemas';

const MANY = 20_000;
const destination_url = 'https://example.com/';

// The answer lists a hundred problems, but each one that is found costs time in which nobody else is answered.
describe('a body with far too many', () => {
  it('variants is refused for their number, before each of them is judged', () => {
    const { error } = variants.safeParse(Array.from({ length: MANY }, () => 0));
    expect(error?.issues.map(({ message }) => message)).toEqual(['must have 2 to 4 variants']);
  });

  it('parameters in a rule is refused for their number, and the rest of them are not judged', () => {
    const query = Object.fromEntries(Array.from({ length: MANY }, (_, nth) => [`k${nth}`, 0]));
    const { error } = rules.safeParse([{ if: { query }, destination_url }]);
    expect(error?.issues.length).toBeLessThanOrEqual(102);
  });
});
