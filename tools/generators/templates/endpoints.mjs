import { holdsProject, scopeOf } from './slice.mjs';

/**
 * Code that each kind of endpoint adds to its slice: the parameters' schema, the controller's method, a method of the store, and for
 * reads a method of the facts. `r` is a route of route.mjs.
 */

const where = (r, first = 1) => (r.inProject ? `project_id = $${first} and id = $${first + 1}` : `id = $${first}`);
const keys = (r) => (r.inProject ? 'projectId, id' : 'id');
const scopeArgument = (r) => (r.inProject ? 'project.project.id, ' : '');
/** The item's parameter in the path: \`label_id\` → \`params.label_id\`. */
const itemOf = (r) => `params.${r.itemParameter}`;

/** Members of the call that the controller's method reads. */
const destructured = (r) =>
  ['params', ...(r.inProject ? ['project'] : []), ...(r.kind === 'remove' ? ['unlessModified'] : [])].join(', ');

/** The schema of the parameters: those of the path, then the kind's own. */
export function paramsSchema(r) {
  const ofPath = r.parameters.map((name) => `${name}: ${name === 'id' && r.inProject ? 'v4.project()' : 'v4.id()'}`);
  const own = { list: ['...v4.page'], create: ['name: v4.text()'], update: ['name: v4.text()'] }[r.kind] ?? [];
  return `export const ${r.Params} = z.object({ ${[...ofPath, ...own].join(', ')} });`;
}

const SUMMARIES = {
  list: (r) => `List ${r.words}`,
  one: (r) => `Get a ${r.itemWords}`,
  create: (r) => `Create a ${r.itemWords}`,
  update: (r) => `Update a ${r.itemWords}`,
  remove: (r) => `Delete a ${r.itemWords}`,
  act: (r) => `${r.verbFile[0].toUpperCase()}${r.verbFile.slice(1).replaceAll('-', ' ')} a ${r.itemWords}`,
};
export const summaryOf = (r) => SUMMARIES[r.kind](r);

/** The method of the controller with its declaration. */
export function controllerMethod(r, ability) {
  const returns =
    { list: `returns.page(${r.Item}View)`, remove: 'returns.empty' }[r.kind] ?? `returns.json(${r.Item}View)`;
  const refuses = ['list', 'create'].includes(r.kind) ? '' : `refuses: [${r.Item}NotFound],`;
  return `@Endpoint.${r.method.toLowerCase()}('${r.path}', {
    summary: '${summaryOf(r)}',
    ${ability ? `can: abilities.${ability},` : 'admin: true,'}
    params: ${r.Params},
    returns: ${returns},
    ${refuses}
  })
  async ${r.methodName}(@Call() { ${destructured(r)} }: CallOf<typeof ${r.Params}>) {
    ${CONTROLLER_BODIES[r.kind](r)}
  }`;
}

const CONTROLLER_BODIES = {
  list: (
    r,
  ) => `const page = await this.${r.itemVariable}Facts.page(${scopeArgument(r)}{ page: params.page, perPage: params.per_page });
    return page.map(present${r.Item});`,
  one: (r) => `return present${r.Item}(await this.${r.itemVariable}Facts.one(${scopeArgument(r)}${itemOf(r)}));`,
  create: (r) =>
    `return present${r.Item}(await this.${r.verbProperty}.execute(${scopeArgument(r)}{ name: params.name }));`,
  update: (r) =>
    `return present${r.Item}(await this.${r.verbProperty}.execute(${scopeArgument(r)}${itemOf(r)}, { name: params.name }));`,
  remove: (r) => `await this.${r.verbProperty}.execute(${scopeArgument(r)}${itemOf(r)}, unlessModified);`,
  act: (r) => `return present${r.Item}(await this.${r.verbProperty}.execute(${scopeArgument(r)}${itemOf(r)}));`,
};

/** The methods of the store that the kind needs: their names and their code. */
export function storeMethods(r) {
  return STORE_METHODS[r.kind].map((method) => method(r));
}

const firstRow = (r, call) => `const [${r.itemVariable}] = await ${call};
    return ${r.itemVariable}`;

const page = (r) => {
  const rows = r.inProject
    ? `(parameter: Parameter) => \`from ${r.table} where project_id = \${parameter(projectId)}\``
    : `() => 'from ${r.table}'`;
  return {
    name: 'page',
    type: 'Db',
    code: `/** A page of rows by id. */
  page(db: Db, ${scopeOf(r)}request: PageRequest): Promise<Page<${r.Item}>> {
    const rows = ${rows};
    return readPage(db, request, plainList({ columns: COLUMNS, rows, order: 'id' }));
  }`,
  };
};

const one = (r) => ({
  name: 'one',
  type: 'Db',
  code: `async one(db: Db, ${scopeOf(r)}id: number): Promise<${r.Item} | null> {
    ${firstRow(r, `db.prepared<${r.Item}>(\`select \${COLUMNS} from ${r.table} where ${where(r)}\`, [${keys(r)}])`)} ?? null;
  }`,
});

const insert = (r) => {
  const values = r.inProject ? 'values ($1, $2)' : 'values ($1)';
  const held = 'select id, $2::text from projects where id = $1 for key share';
  return {
    name: 'insert',
    type: 'Tx',
    code: `${holdsProject(r) ? '/** The new row; null where the project was deleted meanwhile. */\n' : ''}async insert(tx: Tx, ${scopeOf(r)}{ name }: { name: string }): Promise<${r.Item}${holdsProject(r) ? ' | null' : ''}> {
    ${firstRow(
      r,
      `tx.prepared<${r.Item}>(
      \`insert into ${r.table} (${r.inProject ? 'project_id, ' : ''}name) ${holdsProject(r) ? held : values} returning \${COLUMNS}\`,
      [${r.inProject ? 'projectId, ' : ''}name],
    )`,
    )}${holdsProject(r) ? ' ?? null' : '!'};
  }`,
  };
};

const update = (r) => ({
  name: 'update',
  type: 'Tx',
  code: `/** The row as it is now; null where there is none. */
  async update(tx: Tx, ${scopeOf(r)}id: number, { name }: { name: string }): Promise<${r.Item} | null> {
    ${firstRow(
      r,
      `tx.prepared<${r.Item}>(
      \`update ${r.table} set name = $1, updated_at = now() where ${where(r, 2)} returning \${COLUMNS}\`,
      [name, ${keys(r)}],
    )`,
    )} ?? null;
  }`,
});

const lock = (r) => ({
  name: 'lock',
  type: 'Tx',
  code: `/** The row, locked until the transaction ends; null where there is none. */
  async lock(tx: Tx, ${scopeOf(r)}id: number): Promise<${r.Item} | null> {
    ${firstRow(r, `tx.prepared<${r.Item}>(\`select \${COLUMNS} from ${r.table} where ${where(r)} for update\`, [${keys(r)}])`)} ?? null;
  }`,
});

const remove = (r) => ({
  name: 'delete',
  type: 'Tx',
  code: `async delete(tx: Tx, ${scopeOf(r)}id: number): Promise<void> {
    await tx.prepared('delete from ${r.table} where ${where(r)}', [${keys(r)}]);
  }`,
});

const STORE_METHODS = {
  list: [page],
  one: [one],
  create: [insert],
  update: [update],
  remove: [lock, remove],
  act: [lock],
};

/** The method of the facts that a read needs. */
export function factsMethod(r) {
  const key = r.inProject ? 'projectId, ' : '';
  if (r.kind === 'list') {
    return {
      name: 'page',
      code: `/** A page of ${r.words}. */
  page(${scopeOf(r)}request: PageRequest): Promise<Page<${r.Item}>> {
    return this.${r.resourceVariable}Store.page(this.db, ${key}request);
  }`,
    };
  }
  return {
    name: 'one',
    code: `/** @throws ${r.Item}NotFound */
  async one(${scopeOf(r)}id: number): Promise<${r.Item}> {
    const ${r.itemVariable} = await this.${r.resourceVariable}Store.one(this.db, ${key}id);
    if (!${r.itemVariable}) throw ${r.Item}NotFound();
    return ${r.itemVariable};
  }`,
  };
}
