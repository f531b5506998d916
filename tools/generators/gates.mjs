import { CALLERS, headOf } from '../permissions.mjs';
import { addImport, addToList, addToObject, addToReturned, addTypeImport, declares } from './edit-source.mjs';
import { snake } from './names.mjs';

const MATRIX = 'tools/permissions.spec.mjs';
const SAMPLES = 'apps/all-in-one/src/testing/samples';
const TARGET = 'apps/all-in-one/src/testing/target.ts';
const OWNER = 50;

/**
 * Lists outside of its service that a new endpoint is entered into: checks that compare all endpoints with a list of their own. `r` is a
 * route of route.mjs.
 * @param {import('./changes.mjs').Changes} changes
 * @param {{ ability?: string, isNew: boolean }} made name of the ability that it asks for; whether the resource is new
 */
export function passGates(changes, r, { ability, isNew }) {
  changes.edit(MATRIX, (text) => (ability ? addMatrixRow(text, ability) : addToList(text, 'ADMIN', endpointText(r))));
  if (isNew) changes.edit(TARGET, (text) => addToReturned(text, 'rowsIn', rowsOf(r)));
  const sample = sampleOf(r);
  if (sample) addSample(changes, r, sample);
}

const endpointText = ({ method, path }) => `'${method} /api/v4${path}'`;

/**
 * Adds an ability that owners alone have to the matrix of abilities on projects.
 * @param {string} text the spec that holds the matrix
 */
export function addMatrixRow(text, ability) {
  const [whole, head, matrix, end] = /(const ON_PROJECTS = `\n)([^`]*?)(\n`;)/.exec(text);
  const rows = matrix.split('\n');
  const nameOf = (row) => row.trim().split(' ')[0];
  if (rows.some((row) => nameOf(row) === ability)) return text;
  const width = Math.max(...rows.map((row) => nameOf(row).length), ability.length);
  const lines = [...rows, ownersRow(ability, rows[0])]
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    .map((row) => row.replace(/^ *(\S+) +/, (_, name) => `  ${name.padEnd(width)}  `));
  return text.replace(whole, () => `${head}${lines.join('\n')}${end}`);
}

/** The row of an ability that owners alone have, with the gaps of another row. */
function ownersRow(ability, other) {
  const owners = CALLERS.filter(({ level }) => level >= OWNER).map(({ title }) => title);
  const has = (title) => owners.some((owner) => title.startsWith(owner));
  const gaps = [...other.trim().matchAll(/\S+(\s*)/g)].slice(1).map(([, gap]) => gap);
  const cells = headOf('project')
    .slice(1)
    .map((title, index) => `${has(title) ? '✓' : '–'}${gaps[index]}`);
  return `${ability} ${cells.join('')}`;
}

/** Rows for the lists of the page of statements. */
function rowsOf(r) {
  const columns = r.inProject ? 'project_id, name' : 'name';
  const values = r.inProject ? "${project}, '${name}-' || n" : "'${name}-' || n";
  return `\`insert into ${snake(r.service)}.${r.table} (${columns}) select ${values} from \${each}\``;
}

/** Values of the request to the endpoint that its path does not give: `undefined` for lists. */
function sampleOf(r) {
  const body = 'body: ({ fresh }) => ({ name: fresh() })';
  const before = `before: newest${r.Item}`;
  return { create: body, update: `${before}, ${body}`, one: before, remove: before, act: before }[r.kind];
}

function addSample(changes, r, sample) {
  const file = `${SAMPLES}/${r.service}.ts`;
  const all = snake(r.service).toUpperCase();
  if (!changes.exists(file)) {
    changes.create(file, `import type { Samples } from './sample.js';\n\nexport const ${all}: Samples = {};\n`);
    changes.edit(`${SAMPLES}/samples.ts`, (text) =>
      addToObject(addImport(text, all, `./${r.service}.js`), 'SAMPLES', `...${all}`),
    );
  }
  changes.edit(file, (text) => {
    const helped = sample.includes('before') ? addHelper(text, r) : text;
    return addToObject(helped, all, `'${r.method} ${r.path}': { ${sample} }`);
  });
}

/** The row that a request reads or changes: of the rows that the lists have too many of. */
function addHelper(text, r) {
  const helper = `newest${r.Item}`;
  if (declares(text, helper)) return text;
  const table = `${snake(r.service)}.${r.table}`;
  const segment = r.itemParameter;
  const statement = `'select max(id) as ${segment} from ${table}${r.inProject ? ' where project_id = $1' : ''}'`;
  const values = r.inProject ? ', [project]' : '';
  const code = `
/** The newest of the ${r.words}, of which lists have some to spare. */
async function ${helper}({ query${r.inProject ? ', project' : ''} }: Target): Promise<Made> {
  const [segments] = await query<{ ${segment}: number }>(${statement}${values});
  return { segments: segments! };
}`;
  const imported = addTypeImport(addTypeImport(text, 'Target', '../target.js'), 'Made', './sample.js');
  const before = imported.lastIndexOf(`export const ${snake(r.service).toUpperCase()}`);
  return `${imported.slice(0, before)}${code.trimStart()}\n\n${imported.slice(before)}`;
}
