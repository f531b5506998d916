import type { PayloadProject } from './payloads.store.js';
import { presentPayloadProject, presentPayloadRepository } from './push.view.js';

const PROJECT = {
  ...{ id: 4, name: 'Tool', description: null, namespace: 'team', fullPath: 'team/tool', visibility: 'private' },
  ...{ defaultBranch: 'main', ciConfigPath: null, avatarFile: null },
} as PayloadProject;
const baseUrl = 'https://git.example.com';
const http = `${baseUrl}/team/tool.git`;

it.each([
  [undefined, null, http],
  ['git@git.example.com:', 'git@git.example.com:team/tool.git', 'git@git.example.com:team/tool.git'],
])('presents a repository with the prefix %s for SSH', (sshPrefix, ssh, url) => {
  const addresses = { baseUrl, sshPrefix };
  const both = { git_ssh_url: ssh, git_http_url: http, url };
  expect(presentPayloadProject(PROJECT, addresses)).toMatchObject({ ...both, ssh_url: ssh, http_url: http });
  expect(presentPayloadRepository(PROJECT, addresses)).toMatchObject(both);
});
