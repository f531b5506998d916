import type { IncomingMessage } from 'node:http';
import { AccessResolver, Callers, type AccessContracts } from '@hearth/access';
import {
  AccessLevel,
  type ResolveAccessOutput,
  type ResolveAccessInput,
  type ActAsOutput,
  type ActAsInput,
  type Caller,
  type GroupCard,
  type Principal,
  type ProjectCard,
  type Scope,
  type UserId,
} from '@hearth/contract-kit';
import { SAMPLE_CARD } from '@hearth/contract-kit/testing';
import type { Calls } from '@hearth/calls';

export const BASE_URL = 'http://hearth.test:8080';

/** The users: an admin, a member, one without membership, and a blocked one. */
const PEOPLE = { root: 1, member: 2, stranger: 3, blocked: 4 } as const;
type Kind = Principal['credential']['kind'] | undefined;
export type PersonName = keyof typeof PEOPLE;

/** Creates a principal like the edge's. */
export function principal(
  username: PersonName,
  scopes: readonly Scope[] = ['api'],
  kind: Kind = 'personal',
): Principal {
  return {
    userId: PEOPLE[username] as UserId,
    username,
    name: username,
    email: `${username}@example.com`,
    admin: username === 'root',
    external: false,
    projectsLimit: 10,
    credential: { kind, tokenId: 1, scopes: [...scopes] },
  };
}

/** Trusts a header: `x-sample-caller: root api,sudo oauth`. */
export class SampleCallers extends Callers {
  of({ headers }: IncomingMessage): Promise<Caller> {
    const [name, scopes = 'api', kind] = ((headers['x-sample-caller'] as string | undefined) ?? '').split(' ');
    return Promise.resolve({
      principal: name ? principal(name as PersonName, scopes.split(',') as Scope[], kind as Kind) : null,
      clientAddress: '127.0.0.1',
      baseUrl: BASE_URL,
      correlationId: '',
    });
  }
}

const PROJECTS: readonly ProjectCard[] = (['public', 'internal', 'private'] as const).map((visibility, index) => {
  const id = (index + 1) as ProjectCard['id'];
  return { ...SAMPLE_CARD, id, fullPath: `sample/${visibility}`, visibility, forkNetworkId: id };
});
const GROUPS: readonly GroupCard[] = PROJECTS.map(({ id, fullPath, visibility }) => ({
  ...{ id, fullPath, visibility },
  parentId: null,
}));

/** The contracts are distinguished only by their names. */
const CONTRACTS = { resolveAccess: { name: 'access' }, actAs: { name: 'act-as' } } as unknown as AccessContracts;

/** Answers like projects and identity, and records every question. */
export class SampleAnswers {
  readonly questions: ResolveAccessInput[] = [];
  readonly actedAs: ActAsInput[] = [];
  /** Access level of `member` in everything. */
  level: AccessLevel = AccessLevel.developer;

  readonly resolver = new AccessResolver(
    {
      query: (contract: { name: string }, input: ResolveAccessInput | ActAsInput) =>
        Promise.resolve('user' in input && contract.name === 'act-as' ? this.actAs(input) : this.resolve(input)),
    } as unknown as Calls,
    CONTRACTS,
  );

  private actAs(question: ResolveAccessInput | ActAsInput): ActAsOutput {
    this.actedAs.push(question as ActAsInput);
    const { user } = question as ActAsInput;
    const names = Object.keys(PEOPLE) as PersonName[];
    const name = names.find((each) => ('id' in user ? PEOPLE[each] === user.id : each === user.username.toLowerCase()));
    return { principal: name ? principal(name) : null, blocked: name === 'blocked' };
  }

  private resolve(question: ResolveAccessInput | ActAsInput): ResolveAccessOutput {
    const { projects, groups = [], user } = question as ResolveAccessInput;
    this.questions.push(question as ResolveAccessInput);
    const levelOf = () => {
      if (!user) return AccessLevel.none;
      if (user.admin) return AccessLevel.owner;
      return user.id === (PEOPLE.member as UserId) ? this.level : AccessLevel.none;
    };
    const find = <Card extends ProjectCard | GroupCard>(cards: readonly Card[], reference: object): Card | null => {
      const card = cards.find(({ id, fullPath }) =>
        'id' in reference ? id === reference.id : 'path' in reference && fullPath === reference.path,
      );
      const open = card?.visibility === 'public' || (card?.visibility === 'internal' && user !== null);
      return card && (open || levelOf() > AccessLevel.none) ? card : null;
    };
    return {
      projects: projects.map((reference) => {
        const project = find(PROJECTS, reference);
        return project && { project, level: levelOf() };
      }),
      groups: groups.map((reference) => {
        const group = find(GROUPS, reference);
        return group && { group, level: levelOf() };
      }),
    };
  }
}
