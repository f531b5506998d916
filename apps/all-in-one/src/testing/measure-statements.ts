import type { RouteEntry } from '@hearth/http';
import {
  fileForm,
  type Answer,
  type GitSample,
  type Role,
  type Sample,
  type Samples,
  type StatementSamples,
  type Target,
} from '@hearth/testing';
import type { AllInOne } from './all-in-one.js';

const PREFIX = '/api/v4';
const REFUSED = 403;
const ROLES: readonly Role[] = ['admin', 'member'];

/** The edge's own samples: it is no service. */
const EDGE: Samples = { 'GET /explorer/:asset': { segments: () => ({ asset: 'explorer.js' }) } };

/** Segments with the same meaning in every path. */
const SEGMENTS: Readonly<Record<string, (target: Target) => string | number>> = {
  branch: () => 'branch-1',
  sha: ({ sha }) => sha,
  key: () => 'key-1',
  user_id: ({ user }) => user,
  group_id: ({ group }) => group,
  project_id: ({ project }) => project,
};

/** Meaning of `:id`, by the beginning of a path. */
const RESOURCES: Readonly<Record<string, (target: Target) => string | number>> = {
  projects: ({ project }) => project,
  groups: ({ group }) => group,
  namespaces: ({ group }) => group,
  users: ({ user }) => user,
};

/** Measurement of a request in one role; the count is null when it is refused. */
export interface Count {
  readonly statements: number;
  /** Items of the answer, when it is a list. */
  readonly items: number | undefined;
  readonly texts: readonly string[];
  /** Names of the called contracts. */
  readonly calls: readonly string[];
}

/** One endpoint, or one request of git's. */
export interface Counted {
  readonly service: string;
  readonly name: string;
  /** Counts for each target, in their order. */
  readonly counts: Readonly<Record<Role, readonly (Count | null)[]>>;
  readonly sample: Sample;
}

type Ask = (target: Target, role: Role) => Promise<() => Promise<Answer>>;

/** Measured endpoints, and the failures: answers without success, endpoints whose samples are incomplete. */
export interface Measured {
  readonly counted: readonly Counted[];
  readonly failures: readonly string[];
}

/**
 * Requests every endpoint of the route table for every target as an admin and as the member, and counts the statements.
 * @param declared samples of all services
 * @param targets the first one is requested beforehand without counting, to fill the caches between requests
 * @param only pattern of the endpoints (`GET /projects/:id`) to request
 */
export async function measureStatements(
  system: AllInOne,
  declared: readonly StatementSamples[],
  [warming, ...targets]: readonly Target[],
  only = /(?:)/,
): Promise<Measured> {
  const counted: Counted[] = [];
  const failures: string[] = [];
  for (const { service, name, ask, sample } of asked(system, declared).filter((each) => only.test(each.name))) {
    const counts: Record<Role, (Count | null)[]> = { admin: [], member: [] };
    try {
      for (const role of ROLES) {
        await count(system, ask, warming!, role, sample);
        for (const target of targets) counts[role].push(await count(system, ask, target, role, sample));
      }
      counted.push({ service, name, counts, sample });
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message}`);
    }
  }
  return { counted, failures };
}

function asked(
  system: AllInOne,
  declared: readonly StatementSamples[],
): { service: string; name: string; ask: Ask; sample: Sample }[] {
  const samples: Samples = Object.assign({}, EDGE, ...declared.map((each) => each.samples));
  const git = declared.flatMap((each) => each.git ?? []);
  return system.routes.flatMap((route) => {
    if (route.pattern !== undefined) return gitRequests(system, git, route);
    // Pages, and endpoints of OAuth clients: tokens do not open them.
    if (route.credentials !== undefined && route.credentials !== 'token-or-session') return [];
    // The same endpoint under its other name.
    if (system.routes.some(({ path }) => route.path === `${path}.json`)) return [];
    // The same record for browsers.
    if (system.routes.some(({ path }) => path === `${PREFIX}${route.path}`)) return [];
    return route.methods.map((method) => {
      const name = `${method} ${route.path!.replace(PREFIX, '')}`;
      const sample = samples[name] ?? {};
      return { service: route.service, name, sample, ask: apiRequest(method, route.path!, sample) };
    });
  });
}

async function count(
  system: AllInOne,
  ask: Ask,
  target: Target,
  role: Role,
  { status = 200 }: Sample,
): Promise<Count | null> {
  const request = await ask(target, role);
  const { result: answer, texts, calls } = await system.statements.during(request);
  if (role === 'member' && answer.status === REFUSED) return null;
  answer.expect(status, 200, 201, 202, 204, 302);
  const body = /json/.test(answer.headers['content-type'] ?? '') ? answer.json() : undefined;
  return { statements: texts.length, items: Array.isArray(body) ? body.length : undefined, texts, calls };
}

function apiRequest(method: string, path: string, sample: Sample): Ask {
  return async (target, role) => {
    const made = await sample.before?.(target, role);
    const own = { ...sample.segments?.(target), ...made?.segments };
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(own[name] ?? segment(path, name, target)),
    );
    const query = method === 'GET' ? { per_page: target.rows, ...sample.query } : sample.query;
    const json = await sample.body?.(target);
    const form = sample.form === undefined ? undefined : fileForm(sample.form);
    const token = made?.token !== undefined && { 'private-token': made.token };
    const headers = { ...made?.headers, ...form?.headers, ...token };
    const content = { ...(json && { json }), ...(form && { body: form.body }) };
    return () => target.as[role].send(method, filled, { headers, ...(query && { query }), ...content });
  };
}

function segment(path: string, name: string, target: Target): string | number {
  const known = name === 'id' ? RESOURCES[path.replace(`${PREFIX}/`, '').split('/')[0]!] : SEGMENTS[name];
  if (!known) throw new Error(`${path}: the service's samples do not say what :${name} is`);
  return known(target);
}

function gitRequests(system: AllInOne, samples: readonly GitSample[], { service, pattern, methods }: RouteEntry) {
  const served = (sample: GitSample) =>
    methods.includes(sample.method) && new RegExp(pattern!).test(`/group/project.git${sample.path.split('?')[0]}`);
  return samples.filter(served).map((sample) => ({
    service,
    name: `${sample.method} /:path.git/${sample.name}`,
    sample: {},
    ask: gitRequest(system, sample),
  }));
}

function gitRequest(system: AllInOne, { method, path, headers, body }: GitSample): Ask {
  return async (target, role) => {
    const token = await system.token(role === 'admin' ? 'root' : `${target.name}-member-1`);
    const authorization = `Basic ${Buffer.from(`oauth2:${token}`).toString('base64')}`;
    const options = { headers: { authorization, ...headers }, ...(body && { body }) };
    return () => target.anonymous.send(method, `/${target.path}.git${path}`, options);
  };
}
