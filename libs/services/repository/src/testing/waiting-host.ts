import { makeHost } from './git-host.js';
import { Git } from '../git/git.js';

// A program that hosts the repositories of a storage, never decides about a push, and reports that on its output.
// node waiting-host.js <private folder> <storage>
const [privateFolder, storage] = process.argv.slice(2);
const host = await makeHost(await Git.open({ privateFolder: privateFolder! }), storage!);
host.checks = {
  beforeRefsMove: () => {
    process.stdout.write('asked\n');
    return new Promise(() => undefined);
  },
};
process.stdout.write(`${host.url}\n`);
