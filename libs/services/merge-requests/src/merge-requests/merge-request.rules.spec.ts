import { isWorkInProgress, withoutWorkInProgress } from './merge-request.rules.js';

describe('drafts', () => {
  it.each(['WIP: x', '[WIP] x', 'wip x', 'Draft: x', '[draft] x', '(Draft) x', ' draft:x', 'Draft: WIP: x'])(
    '%j is one',
    (title) => {
      expect(isWorkInProgress(title)).toBe(true);
      expect(withoutWorkInProgress(title)).toBe('x');
    },
  );

  it.each(['x', 'Drafts: x', 'Draft x', 'x (Draft)', 'WIPE x'])('%j is none', (title) => {
    expect(isWorkInProgress(title)).toBe(false);
    expect(withoutWorkInProgress(title)).toBe(title);
  });
});
