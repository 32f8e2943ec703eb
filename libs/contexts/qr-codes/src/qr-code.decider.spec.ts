import { Rejection, fold } from '@kernel';
import { someMetadata } from '@kernel/testing';
import type { QrCodeEvent } from './qr-code';
import { type DeleteQrCode, type PurgeQrCode, type QrCodeCommand, qrCodeDecider } from './qr-code.decider';
import { problemsWithColors } from './qr-options';

describe('creating a QR code', () => {
  it('records what was given, and the rest is unset', () => {
    expect(decide(createIt({ url: 'https://example.com/' }))).toEqual([created({ url: 'https://example.com/' })]);
    expect(given(created({ url: 'https://example.com/' }))).toMatchObject({
      level: 'M',
      size: 600,
      margin: 2,
      link_id: null,
    });
  });

  it('needs a link or a URL, and not both', () => {
    expect(rejectionOf(createIt({}))).toMatchObject({ kind: 'invalid', problems: [{ location: 'body.url' }] });
    expect(rejectionOf(createIt({ link_id: 'link_1', url: 'https://example.com/' }))).toMatchObject({
      kind: 'invalid',
    });
  });

  it('rejects a repeat: there is one of this id already', () =>
    expect(rejectionOf(createIt({ link_id: 'link_1' }), created({ link_id: 'link_1' }))).toMatchObject({
      code: 'conflict',
    }));
});

describe('changing a QR code', () => {
  const before = created({ link_id: 'link_1', name: 'Poster', level: 'H' });

  it('records each change with its former value; null is the default', () =>
    expect(decide(updateIt({ name: null, level: null, size: 900 }), before)).toEqual([
      {
        type: 'QrCodeUpdated',
        data: {
          qr_code_id: 'qr_1',
          changes: { name: { from: 'Poster', to: null }, size: { from: 600, to: 900 }, level: { from: 'H', to: 'M' } },
        },
      },
    ]));

  it('records nothing where it is so already', () =>
    expect(decide(updateIt({ name: 'Poster', size: 600, url: null }), before)).toEqual([]));

  it('may exchange the link for a URL, but takes no second text and leaves none out', () => {
    expect(decide(updateIt({ link_id: null, url: 'https://example.com/' }), before)).toHaveLength(1);
    expect(rejectionOf(updateIt({ url: 'https://example.com/' }), before)).toMatchObject({ kind: 'invalid' });
    expect(rejectionOf(updateIt({ link_id: null }), before)).toMatchObject({ kind: 'invalid' });
  });
});

describe('deleting a QR code', () => {
  const before = created({ link_id: 'link_1' });

  it('records it', () => expect(decide(deleteIt, before)).toEqual([deleted]));

  it('rejects a second deletion: a deleted QR code is not found', () =>
    expect(rejectionOf(deleteIt, before, deleted)).toMatchObject({ kind: 'not-found' }));

  it('is, like a change, about no QR code that is unknown, deleted or another workspace’s', () => {
    for (const command of [updateIt({ name: 'x' }), deleteIt]) {
      expect(rejectionOf(command)).toMatchObject({ kind: 'not-found' });
      expect(rejectionOf(command, before, deleted)).toMatchObject({ kind: 'not-found' });
      const foreign = { ...command, data: { ...command.data, workspace_id: 'ws_2' } } as QrCodeCommand;
      expect(rejectionOf(foreign, before)).toMatchObject({ kind: 'not-found' });
    }
  });
});

describe('purging a QR code', () => {
  const before = created({ link_id: 'link_1' });

  it('is recorded once, of a deleted one, too', () => {
    for (const history of [[before], [before, deleted]]) {
      expect(decide(purgeIt, ...history)).toEqual([purged]);
      expect(decide(purgeIt, ...history, purged)).toEqual([]);
    }
  });

  it('records nothing of an unknown QR code, or of another workspace', () => {
    expect(decide(purgeIt)).toEqual([]);
    expect(decide({ ...purgeIt, data: { ...purgeIt.data, workspace_id: 'ws_2' } }, before)).toEqual([]);
  });
});

describe('colours', () => {
  const fields = (fg_color: string, bg_color: string) =>
    problemsWithColors({ fg_color, bg_color }).map(({ field }) => field);

  it('are dark on light, with a difference that readers see', () => {
    for (const [fg, bg] of [
      ['#000000', '#ffffff'],
      ['#777777', '#ffffff'],
      ['#7f7f7f', '#e3e3e3'],
      ['#000000', '#646464'],
    ] as const)
      expect([fg, bg, fields(fg, bg)]).toEqual([fg, bg, []]);
    expect(fields('#808080', '#ffffff')).toEqual(['fg_color']);
    expect(fields('#ffffff', '#000000')).toEqual(['fg_color']);
    expect(fields('#000000', '#636363')).toEqual(['bg_color']);
    expect(fields('#7f7f7f', '#e2e2e2')).toEqual(['bg_color']);
    expect(fields('#ffee00', '#ffffff')).toEqual(['fg_color']);
  });
});

const named = { qr_code_id: 'qr_1', workspace_id: 'ws_1' };
const deleteIt: DeleteQrCode = { type: 'DeleteQrCode', data: named };
const purgeIt: PurgeQrCode = { type: 'PurgeQrCode', data: named };
const deleted: QrCodeEvent = { type: 'QrCodeDeleted', data: { qr_code_id: 'qr_1' } };
const purged: QrCodeEvent = { type: 'QrCodePurged', data: { qr_code_id: 'qr_1' } };

function given(...events: QrCodeEvent[]) {
  const metadata = someMetadata({ workspace_id: 'ws_1' });
  return fold(
    qrCodeDecider,
    qrCodeDecider.initialState,
    events.map((event) => ({ event, metadata })),
  );
}
function decide(command: QrCodeCommand, ...events: QrCodeEvent[]) {
  return qrCodeDecider.decide(command, given(...events));
}
function rejectionOf(command: QrCodeCommand, ...events: QrCodeEvent[]): Rejection {
  try {
    decide(command, ...events);
  } catch (error) {
    if (error instanceof Rejection) return error;
  }
  throw new Error('it was not rejected');
}
function created(fields: object): QrCodeEvent {
  return { type: 'QrCodeCreated', data: { qr_code_id: 'qr_1', created_by: { type: 'user', id: 'usr_1' }, ...fields } };
}
function createIt(fields: object): QrCodeCommand {
  const data = { qr_code_id: 'qr_1', workspace_id: 'ws_1', created_by: { type: 'user', id: 'usr_1' } as const };
  return { type: 'CreateQrCode', data: { ...data, ...fields } };
}
function updateIt(fields: object): QrCodeCommand {
  return { type: 'UpdateQrCode', data: { qr_code_id: 'qr_1', workspace_id: 'ws_1', fields } };
}
