import { readConfiguration } from '../configuration.rules.js';

const options = (settings: string) => {
  const read = readConfiguration(`a: {script: a, ${settings}}`);
  return read.error ?? (read as Extract<typeof read, { error: null }>).configuration.jobs[0]!.options;
};

describe('caches, containers and hooks', () => {
  const CACHE = { untracked: false, paths: [], policy: 'pull-push' };
  it.each<[string, object]>([
    ['cache: []', { caches: [] }],
    [
      'cache: [{key: a}, {key: b, when: always}]',
      {
        caches: [
          { ...CACHE, key: 'a' },
          { ...CACHE, key: 'b', when: 'always' },
        ],
      },
    ],
    ['cache: {unprotect: true}', { caches: [{ ...CACHE, key: 'default', unprotect: true }] }],
    ['hooks: {pre_get_sources_script: [a, [b]]}', { hooks: { preGetSourcesScript: ['a', 'b'] } }],
    ['cache: {fallback_keys: [a, b]}', { caches: [{ ...CACHE, key: 'default', fallbackKeys: ['a', 'b'] }] }],
    [
      'cache: {key: {files: [a/b, c], prefix: x}}',
      { caches: [{ ...CACHE, key: { files: ['a/b', 'c'], prefix: 'x' } }] },
    ],
    ['image: {name: x, pull_policy: never}', { image: { name: 'x', pullPolicies: ['never'] } }],
    ['image: {name: x, docker: {user: me}}', { image: { name: 'x', docker: { user: 'me' } } }],
    ['image: {name: x, kubernetes: {user: 1001}}', { image: { name: 'x', kubernetes: { user: '1001' } } }],
    ['services: [{name: x, variables: {A: 1}}]', { services: [{ name: 'x', variables: { A: '1' } }] }],
    ['artifacts: {exclude: [x]}', { artifacts: { exclude: ['x'] } }],
  ])('%s', (settings, expected) => expect(options(settings)).toMatchObject(expected));

  it.each([
    [`cache: [${'{}, '.repeat(5)}]`, 'jobs:a:cache config has too many entries (maximum is 4)'],
    ['cache: [a]', 'jobs:a:cache config should be a hash'],
    ['cache: {when: x}', 'jobs:a:cache when should be on_success, on_failure or always'],
    ['cache: {fallback_keys: [a/b]}', 'jobs:a:cache:fallback_keys config cannot contain the "/" character'],
    [
      `cache: {fallback_keys: [${'a, '.repeat(6)}]}`,
      'jobs:a:cache:fallback_keys config has too many entries (maximum is 5)',
    ],
    ['cache: {key: {prefix: a}}', 'jobs:a:cache:key:files config requires at least 1 item'],
    ['cache: {key: {files: [a, b, c]}}', 'jobs:a:cache:key:files config has too many items (maximum is 2)'],
    ['cache: {key: {files: ["*.lock"]}}', 'jobs:a:cache:key:files config should be paths of files'],
    ['cache: {key: {files: [a], prefix: b/c}}', 'jobs:a:cache:key:prefix config cannot contain the "/" character'],
    ['cache: {unprotect: 1}', 'jobs:a:cache:unprotect config should be a boolean value'],
    ['hooks: [a]', 'jobs:a:hooks config should be a hash'],
    ['hooks: {post: [a]}', 'jobs:a:hooks config contains unknown keys: post'],
    [
      'hooks: {pre_get_sources_script: 1}',
      'jobs:a:hooks:pre_get_sources_script config should be a string or an array of strings',
    ],
    ['image: {name: x, pull_policy: x}', 'jobs:a:image pull policy should be always, if-not-present or never'],
    ['image: {name: x, docker: {x: 1}}', 'jobs:a:image:docker config contains unknown keys: x'],
    ['image: {name: x, kubernetes: {user: []}}', 'jobs:a:image:kubernetes user should be a string'],
    ['image: {name: x, command: [a]}', 'jobs:a:image config contains unknown keys: command'],
    ['artifacts: {exclude: x}', 'jobs:a:artifacts exclude should be an array of strings'],
  ])('%s: %s', (settings, error) => expect(options(settings)).toBe(error));
});
