import { quickActionsIn, withoutActions } from './quick-action.rules.js';

const NAMES = ['close', 'label', 'due'];

describe('quickActionsIn', () => {
  it.each([
    ['/close', [['close', '']]],
    [
      'Done.\n/Close \n/label ~a ~b',
      [
        ['close', ''],
        ['label', '~a ~b'],
      ],
    ],
    ['text /close', []],
    [' /close', []],
    ['/closed', []],
    ['/unknown', []],
    ['```\n/close\n```\n/due now', [['due', 'now']]],
    ['~~~\n```\n/close\n~~~\n/due now', [['due', 'now']]],
    [
      '/label\t~a\r\n/close',
      [
        ['label', '~a'],
        ['close', ''],
      ],
    ],
  ])('of %j', (text, actions) => {
    expect(quickActionsIn(text, NAMES).map(({ name, argument }) => [name, argument])).toEqual(actions);
  });

  it('reads no more than fifty', () => {
    expect(quickActionsIn('/close\n'.repeat(60), NAMES)).toHaveLength(50);
  });
});

describe('withoutActions', () => {
  it('keeps everything else', () => {
    const text = 'one\n/close\n\n/label x\ntwo';
    const [close] = quickActionsIn(text, NAMES);
    expect(withoutActions(text, [close!])).toBe('one\n\n/label x\ntwo');
    expect(withoutActions('/close', quickActionsIn('/close', NAMES))).toBe('');
    expect(withoutActions(text, [])).toBe(text);
  });
});
