import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import 'reflect-metadata';
import * as access from '../libs/platform/access/dist/index.js';
import { describeService } from '../libs/platform/http/dist/index.js';
import { abilitiesIn, abilityRows, demands, headOf } from './permissions.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
/**
 * Libs with endpoints, each with its part of the permission matrix of the API's reference, written by hand: a change of a declaration that
 * changes permissions has to be one there. Columns of `projects`: anyone, a user, on internal ones a user and an external one; guests on public and
 * internal ones; then on private ones guest, reporter, developer, master, owner; an owner of an archived project; users with the ability by relation
 * to the record; the feature. `groups` has neither archived ones nor features. `anonymous`: endpoints that anonymous callers may use, though no
 * ability says so. `admin`: endpoints for admins only.
 */
const libs = await Promise.all(
  ['libs/edge', ...readdirSync(path.join(ROOT, 'libs/services')).map((name) => `libs/services/${name}`)].map(
    async (lib) => {
      const dist = path.join(ROOT, lib, 'dist');
      const module = Object.values(await import(path.join(dist, 'index.js'))).find(({ name }) =>
        name?.endsWith('Module'),
      );
      const file = path.join(dist, 'abilities.js');
      const abilities = existsSync(file) ? abilitiesIn(await import(file)) : [];
      const reference = JSON.parse(readFileSync(path.join(ROOT, lib, 'reference/permissions.json'), 'utf8'));
      return { lib, abilities, endpoints: describeService(module).endpoints, reference };
    },
  ),
);
const abilities = libs.flatMap((each) => each.abilities);

/** Rows as texts with even gaps, so that a difference shows as a line. */
function lines(rows) {
  return rows.map(([name, ...cells]) => `${name} ${cells.join(' ')}`);
}

function written(rows) {
  return lines(rows.map((line) => line.split(/\s+/)));
}

describe.each(libs)('the permission matrix of $lib', ({ abilities: own, endpoints, reference }) => {
  it.each(['project', 'group'])('on a %s is that of the reference', (on) => {
    const rows = written(reference[`${on}s`]);
    expect(lines(abilityRows(access, own, on))).toEqual(rows);
    for (const row of rows) expect(row.split(' ')).toHaveLength(headOf(on).length);
  });

  it('covers every ability that an endpoint asks for', () => {
    const declared = new Set(own);
    const strange = endpoints.filter(({ can }) => can && !declared.has(can));
    expect(strange.map(({ method, path: at }) => `${method} ${at}`)).toEqual([]);
  });

  it('allows anonymous callers only where every user may read', () => {
    const open = endpoints.filter(({ anonymous, can }) => anonymous === 'allowed' && can?.visitors !== 'everyone');
    const named = demands(open).map(({ endpoint }) => endpoint);
    expect(named.sort()).toEqual([...reference.anonymous].sort());
  });

  it('keeps for admins what is theirs', () => {
    const kept = demands(endpoints).filter(({ needs }) => needs === 'admin');
    expect(kept.map(({ endpoint }) => endpoint).sort()).toEqual([...reference.admin].sort());
  });
});

describe('the permission matrix', () => {
  it.each(['project', 'group'])('has one rule for each ability on a %s, whatever services have it', (on) => {
    expect(() => abilityRows(access, abilities, on)).not.toThrow();
  });

  it('has nothing to do with a level of its own making', () => {
    expect(() =>
      abilityRows(
        access,
        [
          { name: 'a', from: 10 },
          { name: 'a', from: 20 },
        ],
        'project',
      ),
    ).toThrow('Abilities called a differ in who has them');
  });
});
