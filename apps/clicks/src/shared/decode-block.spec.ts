import { aClick, encode } from '../../../../test/support/click-pipeline';
import { BlockDecoder } from './decode-block';

const block = (...payloads: string[]) => ({
  records: payloads.map((payload, index) => ({ seq: index + 1, payload: Buffer.from(payload) })),
});

describe('a block', () => {
  it('is decoded to its clicks, also when parts of them were decoded before', () => {
    const records = [
      aClick(),
      aClick({ link_id: 'link_2' }),
      aClick({ visitor: 'other', agent: 'curl' }),
      aClick({ country: null, rule: 1 }),
      aClick(),
    ];
    const { clicks, undecodable } = new BlockDecoder().decode(block(...records.map(encode)));
    expect(clicks.map(({ at, link, who, visit }) => ({ at, ...link, ...who, ...visit }))).toEqual(records);
    expect(undecodable).toEqual([]);
  });

  const changed = (part: string, by: string) => encode(aClick()).replace(part, by);
  it.each([
    ['another version', changed('[1,', '[2,')],
    ['a time in seconds', encode(aClick({ at: 1_735_689_600 }))],
    ['a time far off', encode(aClick({ at: Date.UTC(2300, 0, 1) }))],
    ['no link', encode(aClick({ link_id: '' }))],
    ['a line break in a link', encode(aClick({ link_id: 'a\nb' }))],
    ['no workspace', encode(aClick({ workspace_id: '' }))],
    ['NUL in a visitor', encode(aClick({ visitor: 'a\0' }))],
    ['a revision that is not a number', encode(aClick({ revision: 'none' }))],
    ['a number as a tag', changed('["a","b"]', '["a",5]')],
    ['tags that are not a list', changed('["a","b"]', '5')],
    ['a number as destination', changed('"https://example.com/landing?utm_source=x"', '5')],
    ['a list as utm', changed('"x",null', '[],null')],
    [
      'no agent',
      changed(
        '"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"',
        'null',
      ),
    ],
    ['a number as network', changed('"192.0.2.0/24"', '5')],
    ['too large a rule', encode(aClick({ rule: 65_536 }))],
    ['a broken variant', encode(aClick({ variant: 0.5 }))],
    ['no language', changed('"en-GB,en;q=0.9"', 'null')],
    ['too large bot rules', encode(aClick({ bot_rules: 65_536 }))],
    ['no JSON', 'no click'],
  ])('keeps the other clicks when one has %s, each time', (_, broken) => {
    expect(broken).not.toBe(encode(aClick()));
    const decoder = new BlockDecoder();
    for (let time = 0; time < 2; time += 1) {
      const { clicks, undecodable } = decoder.decode(block(encode(aClick()), broken, encode(aClick())));
      expect(clicks.map(({ seq }) => seq)).toEqual([1, 3]);
      expect(undecodable).toEqual([{ seq: 2, payload: Buffer.from(broken), cause: expect.any(String) as string }]);
    }
  });
});
