import fc from 'fast-check';
import { type ClickRecord, decodeClick, encodeClick, encodeLink, encodeVisit, encodeWho } from './click-record';

const text = fc.string({ unit: 'binary' });
const maybe = fc.option(text, { nil: null });
const records: fc.Arbitrary<ClickRecord> = fc.record(
  {
    at: fc.nat(),
    link_id: text,
    workspace_id: text,
    domain_id: text,
    revision: fc.bigInt({ min: 0n }).map(String),
    tags: fc.array(text),
    campaign_id: maybe,
    destination: text,
    utm_source: maybe,
    utm_medium: maybe,
    utm_campaign: maybe,
    utm_term: maybe,
    utm_content: maybe,
    visitor: text,
    network: maybe,
    agent: text,
    is_bot: fc.boolean(),
    bot_rules: fc.nat(),
    rule: fc.option(fc.nat(), { nil: null }),
    variant: fc.option(fc.nat(), { nil: null }),
    language: text,
    referrer: text,
    purpose: text,
    country: maybe,
    method: fc.constantFrom('GET' as const, 'POST' as const),
    trigger: fc.constantFrom('link' as const, 'qr' as const),
  },
  { noNullPrototype: true },
);

const encode = (record: ClickRecord) =>
  encodeClick(record.at, encodeLink(record), encodeWho(record), encodeVisit(record));

const FROZEN =
  '[1,1735689600000,["link_1","ws_1","dom_default","3",["a","b"],null,"https://example.com/?utm_source=x","x",null,null,null,null],' +
  '["v","192.0.2.0/24","Mozilla/5.0",0,1],[null,null,"en","https://ref.example/","","DE","GET","qr"]]';

describe('a click record', () => {
  it('comes back as it was written', () =>
    fc.assert(fc.property(records, (record) => expect(decodeClick(encode(record))).toEqual(record))));

  it('comes back whatever brackets, quotes and backslashes are in its texts', () => {
    const nasty = fc
      .array(fc.constantFrom('[', ']', '"', '\\', ',', '],[', 'é', '\ud800', '\n'))
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(records, nasty, nasty, (record, one, other) => {
        const changed = {
          ...record,
          destination: one,
          tags: [one, other],
          agent: other,
          visitor: one,
          referrer: other,
        };
        expect(decodeClick(encode(changed))).toEqual(changed);
      }),
    );
  });

  it('of version 1 stays readable', () => expect(decodeClick(FROZEN)).toEqual(CLICK));

  it('of version 1 is always written like this', () => expect(encode(CLICK)).toBe(FROZEN));

  it.each([
    '[2,0,[],[],[]]',
    '[1,0,[],[],[]]',
    '[1]',
    '{}',
    'x',
    '',
    FROZEN.slice(0, -1),
    `${FROZEN}]`,
    FROZEN.replace('["v"', '{"v"'),
    FROZEN.replace(',0,1]', ',0]'),
    FROZEN.replace('"v"', '"v\\"'),
    FROZEN.replace('1735689600000', '0x1'),
  ])('is not made of %j', (damaged) => expect(() => decodeClick(damaged)).toThrow());
});

const CLICK: ClickRecord = {
  at: 1735689600000,
  link_id: 'link_1',
  workspace_id: 'ws_1',
  domain_id: 'dom_default',
  revision: '3',
  tags: ['a', 'b'],
  campaign_id: null,
  destination: 'https://example.com/?utm_source=x',
  utm_source: 'x',
  utm_medium: null,
  utm_campaign: null,
  utm_term: null,
  utm_content: null,
  visitor: 'v',
  network: '192.0.2.0/24',
  agent: 'Mozilla/5.0',
  is_bot: false,
  bot_rules: 1,
  rule: null,
  variant: null,
  language: 'en',
  referrer: 'https://ref.example/',
  purpose: '',
  country: 'DE',
  method: 'GET',
  trigger: 'qr',
};
