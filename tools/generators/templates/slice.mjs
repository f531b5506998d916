import { thirdPerson } from '../names.mjs';

/** The files of a new resource: what every slice of a service begins with. `r` is a route of route.mjs. */

const scope = (r) => (r.inProject ? 'projectId: ProjectId, ' : '');
export const scopeOf = scope;
/** Whether the table of projects is in the schema of the resource: its rows then refer to it, and go with the project. */
export const holdsProject = (r) => r.inProject && r.service === 'projects';

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
    const createdAt = new Date('2026-01-02T03:04:05.678Z');
    const ${r.itemVariable} = { id: 7, name: 'first', createdAt, updatedAt: createdAt };
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
  readonly updatedAt: Date;
}

const COLUMNS = 'id, name, created_at as "createdAt", updated_at as "updatedAt"';

/** All SQL of ${r.table}. */
@Injectable()
export class ${r.Resource}Store {}
`;
}

export function migrationFile(r, stamp) {
  const project = `project_id bigint not null${holdsProject(r) ? ' references projects on delete cascade' : ''}`;
  const columns = [
    'id bigint generated always as identity primary key',
    ...(r.inProject ? [project] : []),
    'name text not null',
    'created_at timestamptz(3) not null default now()',
    'updated_at timestamptz(3) not null default now()',
  ];
  const index = `create index ${r.table}_project on ${r.table} (project_id, id)`;
  return `
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The table of ${r.words}. */
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

/** The feature module of a resource. */
export function moduleFile({ resource, Resource, Service }) {
  return `
import { Module } from '@nestjs/common';
import { ${Service}CoreModule } from '../core.module.js';
import { ${Service}StoresModule } from '../stores.module.js';
import { ${Resource}Controller } from './${resource}.controller.js';

@Module({
  imports: [${Service}CoreModule, ${Service}StoresModule],
  controllers: [${Resource}Controller],
  providers: [],
})
export class ${Resource}Module {}
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

/** Reads of ${r.table} for the presenter. */
@Injectable()
export class ${r.Item}Facts {
  constructor(
    private readonly db: Database,
    private readonly ${r.resourceVariable}Store: ${r.Resource}Store,
  ) {}
}
`;
}

/** A write: one class with `execute`. */
export function verbFile(r, summary) {
  const body = BODIES[r.kind](r);
  const findsNothing = body.includes(`${r.Item}NotFound`);
  const losesProject = body.includes('ProjectNotFound');
  const throws = [
    ...(findsNothing ? [`${r.Item}NotFound`] : []),
    ...(r.kind === 'remove' ? ['PreconditionFailed'] : []),
    ...(losesProject ? ['ProjectNotFound when it was deleted meanwhile'] : []),
  ];
  return `
import { Injectable } from '@nestjs/common';
${r.inProject ? "import type { ProjectId } from '@hearth/contract-kit';\n" : ''}import { Database } from '@hearth/data';
${losesProject ? "import { ProjectNotFound } from '@hearth/http';\n" : ''}${r.kind === 'remove' ? "import type { UnlessModified } from '@hearth/http';\n" : ''}${findsNothing ? `import { ${r.Item}NotFound } from '../refusals.js';\n` : ''}import { ${r.kind === 'remove' ? '' : `type ${r.Item}, `}${r.Resource}Store } from './${r.resource}.store.js';

/** ${summary.replace(/^\w+/, thirdPerson)}. */
@Injectable()
export class ${r.VerbClass} {
  constructor(
    private readonly db: Database,
    private readonly ${r.resourceVariable}Store: ${r.Resource}Store,
  ) {}

  ${throws.length > 0 ? `/** @throws ${throws.join(', ')} */` : ''}
  ${body}
}
`;
}

const found = (r, call) => `const ${r.itemVariable} = await ${call};
    if (!${r.itemVariable}) throw ${r.Item}NotFound();`;
const key = (r) => (r.inProject ? 'projectId, ' : '');

const BODIES = {
  create: (r) => {
    const work = `this.db.tx((tx) => this.${r.resourceVariable}Store.insert(tx, ${key(r)}input))`;
    if (!holdsProject(r)) {
      return `execute(${scope(r)}input: { name: string }): Promise<${r.Item}> {
    return ${work};
  }`;
    }
    return `async execute(${scope(r)}input: { name: string }): Promise<${r.Item}> {
    const ${r.itemVariable} = await ${work};
    if (!${r.itemVariable}) throw ProjectNotFound();
    return ${r.itemVariable};
  }`;
  },
  update: (r) => `async execute(${scope(r)}id: number, input: { name: string }): Promise<${r.Item}> {
    ${found(r, `this.db.tx((tx) => this.${r.resourceVariable}Store.update(tx, ${key(r)}id, input))`)}
    return ${r.itemVariable};
  }`,
  remove: (r) => `execute(${scope(r)}id: number, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      ${found(r, `this.${r.resourceVariable}Store.lock(tx, ${key(r)}id)`)}
      unlessModified(${r.itemVariable}.updatedAt);
      await this.${r.resourceVariable}Store.delete(tx, ${key(r)}id);
    });
  }`,
  act: (r) => `async execute(${scope(r)}id: number): Promise<${r.Item}> {
    ${found(r, `this.db.tx((tx) => this.${r.resourceVariable}Store.lock(tx, ${key(r)}id))`)}
    return ${r.itemVariable};
  }`,
};
