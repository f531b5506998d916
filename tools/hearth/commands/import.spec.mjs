import { instanceUrl, run } from './import.mjs';

it.each([
  ['https://gitlab.example.com/', 'https://gitlab.example.com'],
  ['http://127.0.0.1:8080/git/', 'http://127.0.0.1:8080/git'],
])('takes the address %s of an instance', (text, expected) => {
  expect(instanceUrl(text)).toBe(expected);
});

it.each([
  ['another kind of source', {}, ['github', 'https://github.com', 'a'], 'not from "github"'],
  ['an address that is none', {}, ['gitlab', 'gitlab.example.com', 'a'], 'not the address of an instance'],
  // The token would be in the list of processes.
  ['a token in the address', {}, ['gitlab', 'https://a:b@gitlab.example.com', 'a'], 'not the address of an instance'],
  [
    ...[
      'a file without a token',
      { 'token-file': '/nonexistent/token' },
      ['gitlab', 'https://gitlab.example.com', 'a'],
    ],
    'correct --token-file',
  ],
])('refuses %s', async (_, values, words, sentence) => {
  await expect(run(values, words)).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(sentence) });
});
