import type { ProjectId } from '@hearth/contract-kit';
import { journalledHost } from './journalled-host.js';
import { RepositoryParts } from './repository-parts.js';
import { TestDatabase } from './test-database.js';

// A program that owns a storage, serves pushes to one project, and kills itself at a step of the first push.
// node dying-owner.js <folder of the storages> <project id> <step>
const [folder, projectId, deadly] = process.argv.slice(2);
const parts = await RepositoryParts.start(await TestDatabase.join(), folder!);
const repository = await parts.ensuring.execute(Number(projectId) as ProjectId);
const { url } = await journalledHost(parts, repository, (step) => {
  if (step === deadly) process.kill(process.pid, 'SIGKILL');
});
process.stdout.write(`${url}\n`);
