import type { IncomingMessage } from 'node:http';
import { AccessResolver, Callers, type AccessContracts } from '@hearth/access';
import {
  AccessLevel,
  type AccessAnswer,
  type AccessQuestion,
  type ActAsAnswer,
  type ActAsQuestion,
  type Caller,
  type GroupCard,
  type Principal,
  type ProjectCard,
  type Scope,
  type UserId,
} from '@hearth/contract-kit';
import type { Calls } from '@hearth/calls';

export const BASE_URL = 'http://hearth.test:8080';

/** Who there is: an admin, a user who is a member of some things, one who is not, and one who is blocked. */
const PEOPLE = { root: 1, member: 2, stranger: 3, blocked: 4 } as const;
export type PersonName = keyof typeof PEOPLE;

/** A user as the edge would pass one on. */
export function principal(username: PersonName, scopes: readonly Scope[] = ['api']): Principal {
  return {
    userId: PEOPLE[username] as UserId,
    username,
    name: username,
    email: `${username}@example.com`,
    admin: username === 'root',
    external: false,
    projectsLimit: 10,
    credential: { kind: 'personal', tokenId: 1, scopes: [...scopes] },
  };
}

/** Believes a header: `x-sample-caller: root api,sudo`. */
export class SampleCallers extends Callers {
  of({ headers }: IncomingMessage): Promise<Caller> {
    const [name, scopes = 'api'] = ((headers['x-sample-caller'] as string | undefined) ?? '').split(' ');
    return Promise.resolve({
      principal: name ? principal(name as PersonName, scopes.split(',') as Scope[]) : null,
      clientAddress: '127.0.0.1',
      baseUrl: BASE_URL,
      correlationId: '',
    });
  }
}

const PROJECTS: readonly ProjectCard[] = (['public', 'internal', 'private'] as const).map((visibility, index) => ({
  id: (index + 1) as ProjectCard['id'],
  fullPath: `sample/${visibility}`,
  namespaceId: 1,
  visibility,
  archived: false,
  defaultBranch: null,
}));
const GROUPS: readonly GroupCard[] = PROJECTS.map(({ id, fullPath, visibility }) => ({
  ...{ id, fullPath, visibility },
  parentId: null,
}));

/** The contracts are told apart by their names alone. */
const CONTRACTS = { resolveAccess: { name: 'access' }, actAs: { name: 'act-as' } } as unknown as AccessContracts;

/** Answers what projects and identity would, and remembers every question. */
export class SampleAnswers {
  readonly questions: AccessQuestion[] = [];
  readonly actedAs: ActAsQuestion[] = [];
  /** Level of `member` in everything. */
  level: AccessLevel = AccessLevel.developer;

  readonly resolver = new AccessResolver(
    {
      query: (contract: { name: string }, input: AccessQuestion | ActAsQuestion) =>
        Promise.resolve('user' in input && contract.name === 'act-as' ? this.actAs(input) : this.resolve(input)),
    } as unknown as Calls,
    CONTRACTS,
  );

  private actAs(question: AccessQuestion | ActAsQuestion): ActAsAnswer {
    this.actedAs.push(question as ActAsQuestion);
    const { user } = question as ActAsQuestion;
    const names = Object.keys(PEOPLE) as PersonName[];
    const name = names.find((each) => ('id' in user ? PEOPLE[each] === user.id : each === user.username.toLowerCase()));
    return { principal: name ? principal(name) : null, blocked: name === 'blocked' };
  }

  private resolve(question: AccessQuestion | ActAsQuestion): AccessAnswer {
    const { projects, groups = [], user } = question as AccessQuestion;
    this.questions.push(question as AccessQuestion);
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
