import { parseArgs } from 'node:util';
import { Changes } from './changes.mjs';
import { generateEndpoint } from './endpoint.mjs';
import { generateEvent } from './event.mjs';
import { generateService } from './service.mjs';

export const USAGE = `usage: node tools/generators/new.mjs service <name>
       node tools/generators/new.mjs endpoint <service> <METHOD> <path> [--name x]
       node tools/generators/new.mjs event <service> <name>`;

const GENERATORS = {
  service: (changes, [name]) => generateService(changes, name),
  endpoint: (changes, [service, method, path], { name, now }) =>
    generateEndpoint(changes, { service, method, path, name, now }),
  event: (changes, [service, name]) => generateEvent(changes, service, name),
};

/**
 * Runs the generator that a command line asks for.
 * @param {string[]} argv the command line behind the program's name
 * @param {string} root folder of the repository to change
 * @param {number} now milliseconds, for the names of migrations
 * @returns the exit status and the lines to print; a generator that refuses has written nothing
 */
export async function generate(argv, root, now) {
  const changes = new Changes(root);
  try {
    const { values, positionals } = parseArgs({
      args: argv,
      options: { name: { type: 'string' }, help: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [what, ...rest] = positionals;
    if (values.help) return { status: 0, lines: [USAGE] };
    if (!Object.hasOwn(GENERATORS, what ?? '')) return { status: 2, lines: [USAGE] };
    const leftToDo = GENERATORS[what](changes, rest, { name: values.name, now });
    const written = await changes.write();
    return { status: 0, lines: [...written, '', 'Now:', ...leftToDo.map((line) => `- ${line}`)] };
  } catch (error) {
    return { status: 1, lines: [error.message] };
  }
}
