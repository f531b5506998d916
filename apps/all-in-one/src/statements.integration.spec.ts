import { readFile, writeFile } from 'node:fs/promises';
import { AllInOne } from './testing/all-in-one.js';
import { loadSamples } from './testing/load-samples.js';
import { measureStatements, type Counted, type Measured } from './testing/measure-statements.js';
import { countPages, type PageCount } from './testing/page-statements.js';
import { COMMAND, statementsFile, statementsText } from './testing/statements-file.js';
import { makeTarget } from './testing/target.js';

/** A pattern: with it only those endpoints are counted. */
const ONLY = new RegExp(process.env['HEARTH_STATEMENTS_OF'] ?? '');
const SIZES = { few: 2, many: 100 };
const ACCEPT = 'PUT /projects/:id/merge_requests/:merge_request_iid/merge';
/** The merge checks the token and the permissions again, just before the branch moves. */
const CALLS_OF_ACCEPT = [
  'identity.authenticate',
  'projects.resolve-access',
  'repository.prepare-merge',
  'repository.merge',
  'identity.still-valid',
  'projects.resolve-access',
  'identity.users-by-ids',
  'repository.ref-protection',
  'ci.newest-pipelines',
];

describe('statements of a request', () => {
  let system: AllInOne;
  let measured: Measured;
  let pages: readonly PageCount[];

  beforeAll(async () => {
    system = await AllInOne.start();
    const samples = await loadSamples(system.services);
    const warming = await makeTarget(system, samples, 'warming', SIZES.few);
    const few = await makeTarget(system, samples, 'few', SIZES.few);
    const many = await makeTarget(system, samples, 'many', SIZES.many);
    await system.database.query('vacuum analyze');
    measured = await measureStatements(system, samples, [warming, few, many], ONLY);
    // Later than that: jobs that follow from the records of the targets would be counted.
    pages = await countPages(system, warming, ONLY);
  }, 240_000);

  afterAll(() => system?.stop());

  /** Returns the mistakes in the counts of each endpoint and role; empty when there are none. */
  function complaints(
    of: (few: Counted['counts']['admin'][number], many: Counted['counts']['admin'][number]) => string,
  ) {
    return measured.counted.flatMap(({ name, counts }) =>
      Object.entries(counts).flatMap(([role, [few, many]]) => {
        const complaint = of(few!, many!);
        return complaint ? [`${name} as ${role}: ${complaint}`] : [];
      }),
    );
  }

  it('are counted of every endpoint of the route table', () => {
    expect(measured.failures).toEqual([]);
  });

  it('do not grow with the page, nor with what there is', () => {
    const grown = complaints((few, many) => {
      if (!few || !many || many.statements <= few.statements) return '';
      return `${few.statements} with few rows, ${many.statements} with many:\n${[...new Set(many.texts)].join('\n')}`;
    });
    expect(grown).toEqual([]);
  });

  it('are counted on full pages', () => {
    const short = new Set(measured.counted.filter(({ sample }) => sample.short).map(({ name }) => name));
    const lacking = complaints((few, many) => {
      const full = (count: typeof few, rows: number) => !count || count.items === undefined || count.items >= rows;
      return full(few, SIZES.few) && full(many, SIZES.many) ? '' : `lists of ${few!.items} and ${many!.items} items`;
    });
    expect(lacking.filter((text) => !short.has(text.split(' as ')[0]!))).toEqual([]);
  });

  it('call other services as little as this to accept a merge request', () => {
    const counted = measured.counted.filter(({ name }) => name === ACCEPT);
    const calls = counted.map(({ counts }) => counts.member.map((count) => count!.calls));
    expect(calls).toEqual(ONLY.test(ACCEPT) ? [[CALLS_OF_ACCEPT, CALLS_OF_ACCEPT]] : []);
  });

  it(`are those of each service's file, which ${COMMAND} writes`, async () => {
    for (const [service, counted] of Map.groupBy(measured.counted, (each) => each.service)) {
      const text = statementsText(counted);
      if (process.env['HEARTH_WRITE_STATEMENTS']) await writeFile(statementsFile(service), text);
      expect(text).toBe(await readFile(statementsFile(service), 'utf8'));
    }
  });

  it('are those of the API for a page, and three more at most', () => {
    const ofRow = new Map(measured.counted.map(({ name, counts }) => [name, counts.admin[0]?.statements]));
    const tooMany = pages.flatMap(({ page, rows, statements }) => {
      const most = rows.reduce((sum, row) => sum + (ofRow.get(row) ?? NaN), 3);
      return statements <= most ? [] : [`${page}: ${statements} of ${most}`];
    });
    expect(tooMany).toEqual([]);
  });

  it('has no foreign key between the schemas of two services', async () => {
    const crossing = await system.database.query(
      `select conname from pg_constraint c
         join pg_class referencing on referencing.oid = c.conrelid
         join pg_class referenced on referenced.oid = c.confrelid
        where c.contype = 'f' and referencing.relnamespace <> referenced.relnamespace`,
    );
    expect(crossing).toEqual([]);
  });

  it("lets no service read another's tables", async () => {
    await expect(
      system.database.query(`set role hearth_projects; select count(*) from identity.users`),
    ).rejects.toThrow(/permission denied/);
    await system.database.query('reset role');
  });
});
