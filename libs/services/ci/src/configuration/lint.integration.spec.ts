import { CiApp } from '../testing/ci-app.js';

describe('POST /ci/lint', () => {
  const app = CiApp.inBlock();

  it.each<[string, number, object, object]>([
    ['a valid one', 200, { content: 'rspec: {script: rake}' }, { status: 'valid', errors: [] }],
    [
      'one without jobs',
      200,
      { content: 'image: ruby' },
      { status: 'invalid', errors: ['jobs config should contain at least one visible job'] },
    ],
    [
      'a blank one',
      200,
      { content: ' \n' },
      { status: 'invalid', errors: ['Please provide content of .gitlab-ci.yml'] },
    ],
    ['what is no map', 200, { content: 'text' }, { status: 'invalid', errors: ['Invalid configuration format'] }],
    ['nothing', 400, {}, { error: 'content is missing' }],
    ['no text', 400, { content: ['a'] }, { error: 'content is invalid' }],
  ])('judges %s for everybody: %i', async (_, status, params, body) => {
    for (const caller of [null, app.user(1)])
      expect(await app.request(caller, 'POST', '/ci/lint', params)).toEqual({ status, body });
  });
});
