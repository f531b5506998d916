import { presentReferences, presentTaskCompletion } from './record.view.js';

describe('the references of a record', () => {
  it.each([
    ['its project', { fullPath: 'group/sub/project' }, '#7'],
    ['its group', { fullPath: 'group/sub' }, 'project#7'],
    ['a group further up', { fullPath: 'group' }, 'group/sub/project#7'],
    ['no place', null, 'group/sub/project#7'],
  ])('in %s', (_, from, relative) => {
    expect(presentReferences('#7', 'group/sub/project', from)).toEqual({
      short: '#7',
      relative,
      full: 'group/sub/project#7',
    });
  });
});

describe('the tasks of a description', () => {
  it.each([
    [null, { count: 0, completed_count: 0 }],
    ['- [ ] one\n* [x] two\ntext', { count: 2, completed_count: 1 }],
  ])('%j', (description, tasks) => {
    expect(presentTaskCompletion(description)).toEqual(tasks);
  });
});
