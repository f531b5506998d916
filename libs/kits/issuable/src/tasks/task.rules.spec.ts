import { toggledTask } from './task.rules.js';

describe('toggledTask', () => {
  const text = 'Do:\r\n- [ ] one\n  1. [x] two\n> * [X] three\nno - [ ] task\n- [ ]none';

  it.each([
    [1, '- [ ] one', '- [x] one'],
    [2, '  1. [x] two', '  1. [ ] two'],
    [3, '> * [X] three', '> * [ ] three'],
  ])('changes the task on line %i, and nothing else', (line, before, after) => {
    expect(toggledTask(text, line)).toBe(text.replace(before, after));
  });

  it.each([0, 4, 5, 6, -1])('changes nothing without a task on line %i', (line) => {
    expect(toggledTask(text, line)).toBeUndefined();
  });
});
