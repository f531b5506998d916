import { scopeOf } from './slice.mjs';

/**
 * What each kind of endpoint adds to its slice: the parameters' schema, the controller's method, a method of the store, and for
 * reads a method of the facts. `r` is a route of route.mjs.
 */

const where = (r, first = 1) => (r.inProject ? `project_id = $${first} and id = $${first + 1}` : `id = $${first}`);
const keys = (r) => (r.inProject ? 'projectId, id' : 'id');
const scopeArgument = (r) => (r.inProject ? 'project.project.id, ' : '');
const projectOf = (r) => (r.inProject ? ', project' : '');
/** The item's parameter in the path: \`label_id\` → \`params.label_id\`. */
const itemOf = (r) => `params.${r.itemParameter}`;

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
  async ${r.methodName}(@Call() { params${projectOf(r)} }: CallOf<typeof ${r.Params}>) {
    ${CONTROLLER_BODIES[r.kind](r)}
  }`;
}

const CONTROLLER_BODIES = {
  list: (r) => `const page = await this.facts.page(${scopeArgument(r)}{ page: params.page, perPage: params.per_page });
    return page.map(present${r.Item});`,
  one: (r) => `return present${r.Item}(await this.facts.one(${scopeArgument(r)}${itemOf(r)}));`,
  create: (r) =>
    `return present${r.Item}(await this.${r.verbProperty}.execute(${scopeArgument(r)}{ name: params.name }));`,
  update: (r) =>
    `return present${r.Item}(await this.${r.verbProperty}.execute(${scopeArgument(r)}${itemOf(r)}, { name: params.name }));`,
  remove: (r) => `await this.${r.verbProperty}.execute(${scopeArgument(r)}${itemOf(r)});`,
  act: (r) => `return present${r.Item}(await this.${r.verbProperty}.execute(${scopeArgument(r)}${itemOf(r)}));`,
};

/** The method of the store that the kind needs: its name and its code. */
export function storeMethod(r) {
  return STORE_METHODS[r.kind](r);
}

const firstRow = (r, call) => `const [${r.itemVariable}] = await ${call};
    return ${r.itemVariable}`;

const STORE_METHODS = {
  list: (r) => ({
    name: 'page',
    code: `/** A page of rows by id, and how many there are in all. */
  async page(db: Db, ${scopeOf(r)}{ page, perPage }: { page: number; perPage: number }) {
    const [count] = await db.prepared<{ total: number }>('select count(*) as total from ${r.table}${
      r.inProject ? ' where project_id = $1' : ''
    }'${r.inProject ? ', [projectId]' : ''});
    const rows = await db.prepared<${r.Item}>(
      \`select \${COLUMNS} from ${r.table}${r.inProject ? ' where project_id = $3' : ''} order by id limit $1 offset $2\`,
      [perPage, (page - 1) * perPage${r.inProject ? ', projectId' : ''}],
    );
    return { rows, total: count?.total ?? 0 };
  }`,
  }),
  one: (r) => ({
    name: 'one',
    code: `async one(db: Db, ${scopeOf(r)}id: number): Promise<${r.Item} | null> {
    ${firstRow(r, `db.prepared<${r.Item}>(\`select \${COLUMNS} from ${r.table} where ${where(r)}\`, [${keys(r)}])`)} ?? null;
  }`,
  }),
  create: (r) => ({
    name: 'insert',
    code: `async insert(tx: Tx, ${scopeOf(r)}{ name }: { name: string }): Promise<${r.Item}> {
    ${firstRow(
      r,
      `tx.prepared<${r.Item}>(
      \`insert into ${r.table} (${r.inProject ? 'project_id, ' : ''}name) values (${r.inProject ? '$1, $2' : '$1'}) returning \${COLUMNS}\`,
      [${r.inProject ? 'projectId, ' : ''}name],
    )`,
    )}!;
  }`,
  }),
  update: (r) => ({
    name: 'update',
    code: `/** The row as it is now; null where there is none. */
  async update(tx: Tx, ${scopeOf(r)}id: number, { name }: { name: string }): Promise<${r.Item} | null> {
    ${firstRow(
      r,
      `tx.prepared<${r.Item}>(
      \`update ${r.table} set name = $1 where ${where(r, 2)} returning \${COLUMNS}\`,
      [name, ${keys(r)}],
    )`,
    )} ?? null;
  }`,
  }),
  remove: (r) => ({
    name: 'delete',
    code: `/** Whether there was such a row. */
  async delete(tx: Tx, ${scopeOf(r)}id: number): Promise<boolean> {
    const deleted = await tx.prepared('delete from ${r.table} where ${where(r)} returning id', [${keys(r)}]);
    return deleted.length > 0;
  }`,
  }),
  act: (r) => ({
    name: 'lock',
    code: `/** The row, kept from others until the transaction ends; null where there is none. */
  async lock(tx: Tx, ${scopeOf(r)}id: number): Promise<${r.Item} | null> {
    ${firstRow(r, `tx.prepared<${r.Item}>(\`select \${COLUMNS} from ${r.table} where ${where(r)} for update\`, [${keys(r)}])`)} ?? null;
  }`,
  }),
};

/** The method of the facts that a read needs. */
export function factsMethod(r) {
  const key = r.inProject ? 'projectId, ' : '';
  if (r.kind === 'list') {
    return {
      name: 'page',
      code: `/** A page of ${r.words}. */
  async page(${scopeOf(r)}request: { page: number; perPage: number }): Promise<Page<${r.Item}>> {
    const { rows, total } = await this.store.page(this.db, ${key}request);
    return new Page(rows, request, total);
  }`,
    };
  }
  return {
    name: 'one',
    code: `/** @throws ${r.Item}NotFound */
  async one(${scopeOf(r)}id: number): Promise<${r.Item}> {
    const ${r.itemVariable} = await this.store.one(this.db, ${key}id);
    if (!${r.itemVariable}) throw ${r.Item}NotFound();
    return ${r.itemVariable};
  }`,
  };
}

/** How the verb of a write takes its input and which method of the store it runs. */
export function verbShape(r) {
  const summary = summaryOf(r);
  return {
    create: { summary, input: 'input: { name: string }', arguments: 'input', answers: true, usesItem: false },
    update: {
      summary,
      input: 'id: number, input: { name: string }',
      arguments: 'id, input',
      answers: true,
      usesItem: true,
    },
    remove: { summary, input: 'id: number', arguments: 'id', answers: false, usesItem: true },
    act: { summary, input: 'id: number', arguments: 'id', answers: true, usesItem: true },
  }[r.kind];
}
