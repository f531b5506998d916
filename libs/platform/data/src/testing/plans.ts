import type { Database } from '../database.js';
import type { Db, Row } from '../db.js';
import type { TestDatabase } from './test-database.js';

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PlanNode[];
}

interface Explained extends Record<string, unknown> {
  readonly 'QUERY PLAN': [{ readonly Plan: PlanNode }];
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Measurements of an executed statement. */
export interface Plan {
  /** Tables that were scanned sequentially. */
  readonly scanned: string[];
  readonly indexes: string[];
  /** Rows read from tables, including those that a condition discarded. */
  readonly rowsRead: number;
  /** Pairs of rows that joins compared and discarded, because no index has the matches of a row. */
  readonly pairsDiscarded: number;
  /** Largest number of rows in a sort, because no index has them in order. */
  readonly rowsSorted: number;
}

/** Wraps a database and records the statements that are sent to it. */
export function recording(db: Database): Db & { readonly statements: Statement[] } {
  const statements: Statement[] = [];
  const remember = (text: string, values: readonly unknown[] = []) => void statements.push({ text, values });
  return {
    statements,
    prepared: <R extends Row>(text: string, values?: readonly unknown[]) => {
      remember(text, values);
      return db.prepared<R>(text, values);
    },
    query: <R extends Row>(text: string, values?: readonly unknown[]) => {
      remember(text, values);
      return db.query<R>(text, values);
    },
    repository: (entity) => db.repository(entity),
  };
}

/** Runs a statement with a plan for its values, and returns that plan. */
export async function planOf(database: TestDatabase, { text, values }: Statement): Promise<Plan> {
  const [row] = await database.query<Explained>(`explain (analyze, format json) ${text}`, [...values]);
  return read(row!['QUERY PLAN'][0].Plan);
}

/** Column of a page's statement with the number of all rows. */
const TOTAL = /, \(select count\(\*\)::int (as count )?from \(.*? counted\) as total/s;

/** Leaves out the counts of totals: they have a bound of their own, and do not belong to reading a page. */
export function withoutTotals(statements: readonly Statement[]): Statement[] {
  const reading = statements.filter(({ text }) => !text.startsWith('select count(') && !text.endsWith(') counted'));
  return reading.map(({ text, values }) => ({ text: text.replace(TOTAL, ''), values }));
}

/** Runs a prepared statement with its generic plan, and returns that plan. */
export async function genericPlanOf(database: TestDatabase, { text, values }: Statement): Promise<Plan> {
  await database.query('set plan_cache_mode = force_generic_plan');
  const [row] = await probing(database, text, () =>
    database.query<Explained>(`explain (analyze, format json) ${execution(values)}`),
  );
  await database.query('reset plan_cache_mode');
  return read(row!['QUERY PLAN'][0].Plan);
}

/** Returns true when PostgreSQL switches a prepared statement to its generic plan after a few executions. */
export async function keepsItsPlan(database: TestDatabase, { text, values }: Statement): Promise<boolean> {
  return probing(database, text, async () => {
    for (let time = 0; time < 8; time++) await database.query(execution(values));
    const [counts] = await database.query<{ kept: boolean }>(
      `select generic_plans > 0 as kept from pg_prepared_statements where name = 'probe'`,
    );
    return counts!.kept;
  });
}

async function probing<T>(database: TestDatabase, text: string, work: () => Promise<T>): Promise<T> {
  await database.query(`prepare probe as ${text}`);
  const result = await work();
  await database.query('deallocate probe');
  return result;
}

function execution(values: readonly unknown[]): string {
  return `execute probe${values.length > 0 ? ` (${values.map(literal).join(', ')})` : ''}`;
}

/** Formats a value as an SQL literal. Sufficient for specs: no text here has a quote or a brace. */
function literal(value: unknown): string {
  if (Array.isArray(value))
    return `'{${value.map((each) => (each === null ? 'null' : JSON.stringify(each))).join(',')}}'`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function read(plan: PlanNode): Plan {
  const nodes = [...below(plan)];
  const reads = nodes.filter((node) => node['Relation Name'] !== undefined && node['Actual Loops'] !== 0);
  return {
    scanned: reads.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name']!),
    indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
    rowsRead: reads.reduce((sum, node) => sum + rowsOf(node), 0),
    pairsDiscarded: nodes.reduce(
      (sum, node) => sum + (node['Rows Removed by Join Filter'] ?? 0) * (node['Actual Loops'] ?? 0),
      0,
    ),
    rowsSorted: Math.max(
      0,
      ...nodes.filter((node) => node['Node Type'] === 'Sort').flatMap(({ Plans = [] }) => Plans.map(rowsOf)),
    ),
  };
}

function* below(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* below(child);
}

function rowsOf(node: PlanNode): number {
  const each = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
  return each * (node['Actual Loops'] ?? 0);
}
