/** The files of a new resource: what every slice of a service begins with. `r` is a route of route.mjs. */

const scope = (r) => (r.inProject ? 'projectId: ProjectId, ' : '');
export const scopeOf = scope;

export function viewFile(r) {
  return `
import { z } from 'zod';
import type { ${r.Item} } from './${r.resource}.store.js';

export const ${r.Item}View = z.strictObject({
  id: z.int(),
  name: z.string(),
  created_at: z.iso.datetime({ precision: 3 }),
});
export type ${r.Item}View = z.output<typeof ${r.Item}View>;

export function present${r.Item}({ id, name, createdAt }: ${r.Item}): ${r.Item}View {
  return { id, name, created_at: createdAt.toISOString() };
}
`;
}

export function viewSpecFile(r) {
  return `
import { ${r.Item}View, present${r.Item} } from './${r.item}.view.js';

describe('present${r.Item}', () => {
  it('says what its schema promises, and nothing else', () => {
    const ${r.itemVariable} = { id: 7, name: 'first', createdAt: new Date('2026-01-02T03:04:05.678Z') };
    expect(${r.Item}View.parse(present${r.Item}(${r.itemVariable}))).toEqual({
      id: 7,
      name: 'first',
      created_at: '2026-01-02T03:04:05.678Z',
    });
  });
});
`;
}

export function storeFile(r) {
  return `
import { Injectable } from '@nestjs/common';
${r.inProject ? "import type { ProjectId } from '@hearth/contract-kit';\n" : ''}import type { Row } from '@hearth/data';

/** A row of ${r.table}. */
export interface ${r.Item} extends Row {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
}

const COLUMNS = 'id, name, created_at as "createdAt"';

/** All SQL of ${r.table}. */
@Injectable()
export class ${r.Resource}Store {}
`;
}

export function migrationFile(r, stamp) {
  const columns = [
    'id bigint generated always as identity primary key',
    ...(r.inProject ? ['project_id bigint not null'] : []),
    'name text not null',
    'created_at timestamptz(3) not null default now()',
  ];
  const index = `create index ${r.table}_project_id_idx on ${r.table} (project_id, id)`;
  return `
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The table of ${r.table}. */
export class ${r.Resource}${stamp} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`
      create table ${r.table} (
        ${columns.join(',\n        ')}
      )\`);
    ${r.inProject ? `await runner.query('${index}');` : ''}
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table ${r.table}');
  }
}
`;
}

export function controllerFile(r) {
  return `
import { Controller } from '@nestjs/common';

@Controller()
export class ${r.Resource}Controller {}
`;
}

export function factsFile(r) {
  return `
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { ${r.Resource}Store } from './${r.resource}.store.js';

/** What is read of ${r.table} to be presented. */
@Injectable()
export class ${r.Item}Facts {
  constructor(
    private readonly db: Database,
    private readonly store: ${r.Resource}Store,
  ) {}
}
`;
}

/** A write: one class with \`execute\`. \`usesItem\` when it may find nothing to work on. */
export function verbFile(r, { summary, input, arguments: passed, storeMethod, answers, usesItem }) {
  return `
import { Injectable } from '@nestjs/common';
${r.inProject ? "import type { ProjectId } from '@hearth/contract-kit';\n" : ''}import { Database } from '@hearth/data';
${usesItem ? `import { ${r.Item}NotFound } from '../refusals.js';\n` : ''}import { ${answers ? `type ${r.Item}, ` : ''}${r.Resource}Store } from './${r.resource}.store.js';

@Injectable()
export class ${r.VerbClass} {
  constructor(
    private readonly db: Database,
    private readonly store: ${r.Resource}Store,
  ) {}

  /** ${summary}.${usesItem ? ` @throws ${r.Item}NotFound` : ''} */
  async execute(${scope(r)}${input}): Promise<${answers ? r.Item : 'void'}> {
    ${verbBody(r, { passed, storeMethod, answers, usesItem })}
  }
}
`;
}

function verbBody(r, { passed, storeMethod, answers, usesItem }) {
  const work = `this.db.tx((tx) => this.store.${storeMethod}(tx, ${r.inProject ? 'projectId, ' : ''}${passed}))`;
  if (!usesItem) return `return ${work};`;
  const found = answers ? r.itemVariable : 'found';
  return `const ${found} = await ${work};
    if (!${found}) throw ${r.Item}NotFound();
    ${answers ? `return ${found};` : ''}`;
}
