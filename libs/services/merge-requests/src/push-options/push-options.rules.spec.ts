import { mergeRequestOptions, textsOf, titleOf } from './push-options.rules.js';

describe('merge request options of a push', () => {
  it.each<[string, string[], object | undefined]>([
    ['none', ['ci.skip', 'merge_request.unknown', 'merge_requests.create'], undefined],
    ['mr.create', ['mr.create'], { creates: true, draft: false, autoMerge: false, labels: [], title: undefined }],
    [
      'texts, of which the last counts',
      [
        'merge_request.title=a',
        'merge_request.title=b = c',
        'merge_request.target=main',
        'merge_request.description=a\\nb',
      ],
      { creates: false, title: 'b = c', targetBranch: 'main', description: 'a\nb' },
    ],
    [
      'lists',
      ['mr.label=a', 'mr.label=b', 'mr.label=a', 'mr.label=', 'mr.unlabel=c', 'mr.assign=@ada', 'mr.unassign=7'],
      { labels: ['a', 'b'], unlabels: ['c'], assign: ['@ada'], unassign: ['7'] },
    ],
    ['auto_merge', ['mr.auto_merge', 'mr.squash'], { autoMerge: true, squash: true, removeSourceBranch: undefined }],
    [
      'merge_when_pipeline_succeeds',
      ['mr.merge_when_pipeline_succeeds', 'mr.remove_source_branch', 'mr.draft'],
      { autoMerge: true, removeSourceBranch: true, draft: true },
    ],
  ])('%s', (_, options, expected) => {
    const read = mergeRequestOptions(options);
    if (expected === undefined) expect(read).toBeUndefined();
    else expect(read).toMatchObject(expected);
  });

  it('marks drafts once', () => {
    expect([titleOf('a', true), titleOf('Draft: a', true), titleOf('a', false)]).toEqual(['Draft: a', 'Draft: a', 'a']);
  });

  it('leaves room for the mark of a draft in the title of a commit', () => {
    const { title } = textsOf(`${'a'.repeat(247)}🦔${'b'.repeat(100)}`, 'topic');
    expect(titleOf(title, true)).toBe(`Draft: ${'a'.repeat(247)}\uFFFD`);
    expect(titleOf(title, true)).toHaveLength(255);
  });

  it.each([
    ['One\n\nTwo\nthree\n', { title: 'One', description: 'Two\nthree' }],
    ['One', { title: 'One', description: null }],
    ['', { title: 'topic', description: null }],
  ])('takes texts of the commit message %j', (message, texts) => expect(textsOf(message, 'topic')).toEqual(texts));
});
