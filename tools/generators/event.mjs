import { addToReadme } from './edit-readme.mjs';
import { addDeclaration, addImport, addReExport, declares } from './edit-source.mjs';
import { pascal, requireKebab, spaced } from './names.mjs';

const IRREGULAR = [
  'begun',
  'built',
  'found',
  'given',
  'gone',
  'kept',
  'left',
  'lost',
  'made',
  'sent',
  'taken',
  'written',
];

/**
 * Declares an event in the contracts of a service.
 * @param {import('./changes.mjs').Changes} changes
 * @param {string} service the owner
 * @param {string} name what happened, in the past tense: label-created
 * @returns what is left to do
 * @throws a sentence for the user
 */
export function generateEvent(changes, service, name) {
  requireKebab(service, 'the name of a service');
  requireKebab(name, 'the name of an event');
  if (!changes.exists(`libs/services/${service}/src/index.ts`)) throw new Error(`there is no service ${service}`);
  const last = name.split('-').at(-1);
  if (!last.endsWith('ed') && !IRREGULAR.includes(last)) {
    throw new Error(`an event tells what has happened, in the past tense, such as label-created: ${name}`);
  }
  const file = `libs/contracts/${service}/src/events.ts`;
  const constant = pascal(name);
  if (changes.exists(file) && declares(changes.read(file), constant))
    throw new Error(`${file} has ${constant} already`);
  changes.ensure(file, '', (text) => addDeclaration(withImports(text, service), declaration(service, name)));
  changes.edit(`libs/contracts/${service}/src/index.ts`, (text) => addReExport(text, constant, './events.js'));
  const readme = `libs/services/${service}/README.md`;
  if (changes.exists(readme)) {
    changes.edit(readme, (text) => addToReadme(text, 'Publishes', `${service}.${name}`, sentenceOf(name)));
  }
  return [
    `say in ${file} what the event carries; fields are only ever added later`,
    `append it where it happens: outbox.append(tx, ${constant}, data)`,
  ];
}

function withImports(text, service) {
  const withDefine = addImport(text, 'defineEvent', '@hearth/contract-kit');
  const withId = service === 'identity' ? withDefine : addImport(withDefine, 'ProjectId', '@hearth/contract-kit');
  return addImport(withId, 'z', 'zod');
}

const sentenceOf = (name) => spaced(name).replace(/^./, (letter) => letter.toUpperCase());

function declaration(service, name) {
  const key = service === 'identity' ? 'userId' : 'projectId';
  const type = service === 'identity' ? 'z.int()' : 'ProjectId';
  return `
/** ${sentenceOf(name)}. */
export const ${pascal(name)} = defineEvent({
  name: '${service}.${name}',
  data: z.object({ ${key}: ${type} }),
  key: ({ ${key} }) => ${key},
});`;
}
