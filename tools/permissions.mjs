// Builds docs/PERMISSIONS.md from what the endpoints of all services declare: who has which ability, and what each endpoint asks for.

/** Every kind of caller: the project or group, the access level in it, and the user. */
export const CALLERS = [
  { title: 'anyone, public', visibility: 'public', level: 0, user: null },
  { title: 'user, public', visibility: 'public', level: 0, user: {} },
  { title: 'user, internal', visibility: 'internal', level: 0, user: {} },
  { title: 'external, internal', visibility: 'internal', level: 0, user: { external: true } },
  { title: 'guest, public', visibility: 'public', level: 10, user: {} },
  { title: 'guest, internal', visibility: 'internal', level: 10, user: {} },
  { title: 'guest', visibility: 'private', level: 10, user: {} },
  { title: 'reporter', visibility: 'private', level: 20, user: {} },
  { title: 'developer', visibility: 'private', level: 30, user: {} },
  { title: 'master', visibility: 'private', level: 40, user: {} },
  { title: 'owner', visibility: 'private', level: 50, user: {} },
];
const ARCHIVED = 'owner, archived';
/** Of every project in the table; a feature that is not enabled takes the abilities that name it from others than members, or from all. */
const FEATURES = Object.fromEntries(
  ['issues', 'mergeRequests', 'snippets', 'builds', 'repository', 'wiki'].map((feature) => [feature, 'enabled']),
);
const GLYPHS = { yes: '✓', no: '–' };

/**
 * Every ability that a service declares, those that no endpoint asks for included: git asks for some.
 * @param {object} declared the exports of a service's abilities.ts
 */
export function abilitiesIn(declared) {
  return Object.values(declared).flatMap((value) => {
    if (value === null || typeof value !== 'object') return [];
    return 'from' in value ? [value] : abilitiesIn(value);
  });
}

/** @returns the head of a table of abilities on projects, or on groups, which are never archived and have no features */
export function headOf(on) {
  return [
    'ability',
    ...CALLERS.map(({ title }) => title),
    ...(on === 'group' ? ['also'] : [ARCHIVED, 'also', 'feature']),
  ];
}

/**
 * Builds the table of abilities with their callers. Callers to whom the project or group is hidden have none.
 * @param {{ may: Function }} access the lib that decides
 * @param abilities as endpoints declare them
 * @param {'project' | 'group'} on
 * @returns {string[][]} rows by name: the name, ✓ or – for each kind of caller, then further users who have it and the feature it belongs to
 * @throws when two abilities have one name and different rules
 */
export function abilityRows({ may }, abilities, on) {
  const rows = new Map();
  for (const ability of abilities.flatMap(variants).filter((each) => (each.on ?? 'project') === on)) {
    const cells = CALLERS.map((caller) => sees(caller) && may(ability, accessOf(on, caller), personOf(caller)));
    if (on === 'project') cells.push(may(ability, accessOf(on, CALLERS.at(-1), true), personOf(CALLERS.at(-1))));
    const row = [ability.name, ...cells.map((has) => (has ? GLYPHS.yes : GLYPHS.no)), ...conditionsOf(ability, on)];
    const before = rows.get(ability.name);
    if (before && before.join() !== row.join())
      throw new Error(`Abilities called ${ability.name} differ in who has them`);
    rows.set(ability.name, row);
  }
  return [...rows.values()].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** An ability, and as it is on projects with public jobs, where that is different. */
function variants(ability) {
  const { name, withPublicJobs } = ability;
  return withPublicJobs ? [ability, { ...ability, ...withPublicJobs, name: `${name}:public_jobs` }] : [ability];
}

function conditionsOf({ also = [], feature = GLYPHS.no }, on) {
  const relations = also.join(',') || GLYPHS.no;
  return on === 'group' ? [relations] : [relations, feature.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`)];
}

function sees({ visibility, level, user }) {
  if (level > 0 || visibility === 'public') return true;
  return visibility === 'internal' && user !== null && !user.external;
}

function accessOf(on, { visibility, level }, archived = false) {
  return { [on]: { visibility, archived, features: FEATURES }, level };
}

function personOf({ user }) {
  return user && { admin: false, external: false, ...user };
}

/**
 * Describes the requirements of each endpoint for its caller.
 * @param {readonly { method: string, path: string }[]} endpoints as described
 * @returns {{ endpoint: string, needs: string, anonymous: string, order: string }[]} in words
 */
export function demands(endpoints) {
  return endpoints.map(({ method, path, at, can, admin, anonymous, authorize }) => ({
    endpoint: `${method} ${at === 'root' ? '' : '/api/v4'}${path}`,
    needs: admin ? 'admin' : can ? can.name : anonymous === 'allowed' ? 'nothing' : 'a user',
    anonymous: anonymous === 'allowed' ? 'let in' : '401',
    order: can && authorize === 'before-params' ? 'before' : can || admin ? 'after' : '',
  }));
}

/**
 * @param {{ may: Function }} access
 * @param {readonly { service: string, endpoints: readonly object[] }[]} services
 * @param {readonly object[]} abilities those of all services
 * @returns {string} the page as Markdown
 */
export function permissionsPage(access, services, abilities) {
  return [
    '# Permissions',
    `Generated from the abilities and endpoints that services declare by \`npm run generate\`. A spec (\`tools/permissions.spec.mjs\`) compares the tables with those of
the API's reference, which each service has in \`reference/permissions.json\`.`,
    `A caller's level is the highest of: membership, membership of a group above, and membership of a group that the project is shared with, at most
at the level of that link. Admins are owners of everything. A user who is not named as member has no level, and sees what is public, and, unless
external, what is internal. What a caller does not see is answered 404; what is seen without the ability, 403. Columns without a
visibility are of private ones; more than there, members may what any user may.`,
    `*also*: users with one of these relations to the record in question have the ability whatever their level. *feature*: nobody has the ability, admins included,
where this feature of the project is disabled, and only members and admins where it is private; \`merge_requests\` and \`builds\` also need the
\`repository\`. *:public_jobs*: the ability on projects whose pipelines and jobs are public.`,
    ...['project', 'group'].flatMap((on) => [
      `## Abilities on ${on}s`,
      table(headOf(on), abilityRows(access, abilities, on)),
    ]),
    '## Endpoints',
    `What each endpoint needs: an ability on the project or group of its path, an admin, a user, or nothing; what callers without credentials get; and
whether rights are looked at before or after the parameters.`,
    ...services
      .filter(({ endpoints }) => endpoints.length > 0)
      .flatMap(({ service, endpoints }) => [
        `### ${service}`,
        table(
          ['endpoint', 'needs', 'without credentials', 'rights before or after parameters'],
          demands(endpoints).map(({ endpoint, needs, anonymous, order }) => [
            `\`${endpoint}\``,
            needs,
            anonymous,
            order,
          ]),
        ),
      ]),
    '',
  ].join('\n\n');
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
