import { CALLERS, headOf } from '../permissions.mjs';
import { addImport, addToObject, addToReturned, addTypeImport, declares } from './edit-source.mjs';
import { snake } from './names.mjs';

const OWNER = 50;

/**
 * Files in a service's folder that a new endpoint is entered into: checks compare all endpoints with what they hold. `r` is a route of
 * route.mjs.
 * @param {import('./changes.mjs').Changes} changes
 * @param {{ ability?: string, isNew: boolean }} made name of the ability that it asks for; whether the resource is new
 */
export function passGates(changes, r, { ability, isNew }) {
  const lib = `libs/services/${r.service}`;
  changes.editJson(`${lib}/reference/permissions.json`, (reference) => {
    if (ability) reference.projects = withAbility(reference.projects, ability);
    else reference.admin.push(`${r.method} /api/v4${r.path}`);
  });
  changes.editJson(`${lib}/reference/operations.json`, ({ operations }) => {
    const at = `/api/v4${r.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    operations[at] = [operations[at], r.method.toLowerCase()].filter(Boolean).join(', ');
  });
  const testing = `${lib}/src/testing`;
  if (isNew) addRows(changes, r, testing);
  const sample = sampleOf(r);
  if (sample) addSample(changes, r, testing, sample);
}

/**
 * Adds an ability that owners alone have to abilities on projects.
 * @param {readonly string[]} rows of the reference
 */
export function withAbility(rows, ability) {
  const nameOf = (row) => row.split(' ')[0];
  if (rows.some((row) => nameOf(row) === ability)) return rows;
  const width = Math.max(...rows.map((row) => nameOf(row).length), ability.length);
  return [...rows, ownersRow(ability)]
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    .map((row) => row.replace(/^(\S+) +/, (_, name) => `${name.padEnd(width)}  `));
}

/** The row of an ability that owners alone have. */
function ownersRow(ability) {
  const owners = CALLERS.filter(({ level }) => level >= OWNER).map(({ title }) => title);
  const has = (title) => owners.some((owner) => title.startsWith(owner));
  const cells = headOf('project')
    .slice(1)
    .map((title) => (has(title) ? '✓' : '–'));
  // Gaps between groups of columns, as in the rows written by hand.
  const groups = [cells.slice(0, 4), cells.slice(4, 6), cells.slice(6, 11), ...cells.slice(11).map((cell) => [cell])];
  return `${ability} ${groups.map((group) => group.join(' ')).join('  ')}`;
}

/** Rows for the lists of the measurement of statements. */
function addRows(changes, r, testing) {
  const columns = r.inProject ? 'project_id, name' : 'name';
  const values = r.inProject ? "${project}, '${name}-' || n" : "'${name}-' || n";
  const statement = `\`insert into ${snake(r.service)}.${r.table} (${columns}) select ${values} from \${each}\``;
  const file = `${testing}/samples/rows.ts`;
  if (changes.exists(file)) {
    changes.edit(file, (text) =>
      ['name', ...(r.inProject ? ['project'] : [])].reduce(withField, addToReturned(text, 'rows', statement)),
    );
    return;
  }
  changes.create(
    file,
    `import type { Target } from '@hearth/testing';

/** Rows for every list of the service. */
export function rows({ ${r.inProject ? 'project, ' : ''}name }: Target, amount: number): string[] {
  const each = \`generate_series(1, \${amount}) n\`;
  return [${statement}];
}
`,
  );
  changes.edit(`${testing}/statement-samples.ts`, (text) =>
    addToObject(addImport(text, 'rows', './samples/rows.js'), 'statementSamples', 'rows'),
  );
}

/** Takes a further field from the target. */
function withField(text, field) {
  return text.replace(/(function rows\(\{ )([^}]*)( \}: Target)/, (whole, start, fields, end) =>
    fields.split(', ').includes(field) ? whole : `${start}${fields}, ${field}${end}`,
  );
}

/** Values of the request to the endpoint that its path does not give: `undefined` for lists. */
function sampleOf(r) {
  const body = 'body: ({ fresh }) => ({ name: fresh() })';
  const before = `before: newest${r.Item}`;
  return { create: body, update: `${before}, ${body}`, one: before, remove: before, act: before }[r.kind];
}

function addSample(changes, r, testing, sample) {
  const file = `${testing}/samples/${r.service}.ts`;
  const all = snake(r.service).toUpperCase();
  if (!changes.exists(file)) {
    changes.create(file, `import type { Samples } from '@hearth/testing';\n\nexport const ${all}: Samples = {};\n`);
    changes.edit(`${testing}/statement-samples.ts`, (text) =>
      addImport(text, all, `./samples/${r.service}.js`).replace('samples: {}', `samples: ${all}`),
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
  const imported = addTypeImport(addTypeImport(text, 'Target', '@hearth/testing'), 'Made', '@hearth/testing');
  const before = imported.lastIndexOf(`export const ${snake(r.service).toUpperCase()}`);
  return `${imported.slice(0, before)}${code.trimStart()}\n\n${imported.slice(before)}`;
}
