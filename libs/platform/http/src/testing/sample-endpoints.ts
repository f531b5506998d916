import { gzipSync } from 'node:zlib';
import { defineAbilities } from '@hearth/access';
import { AccessLevel, defineRefusal, secretText } from '@hearth/contract-kit';
import { Controller } from '@nestjs/common';
import { z } from 'zod';
import {
  Call,
  Endpoint,
  NotModified,
  Page,
  Stream,
  atLeastOneOf,
  pageRequest,
  returns,
  v4,
  type CallOf,
} from '../index.js';

export const abilities = defineAbilities({
  read: { name: 'read_thing', from: AccessLevel.guest, visitors: 'everyone' },
  download: { name: 'download_thing', from: AccessLevel.reporter, visitors: 'everyone' },
  write: { name: 'write_thing', from: AccessLevel.developer, whenArchived: false },
  readGroup: { name: 'read_group', on: 'group', from: AccessLevel.guest, visitors: 'everyone' },
  joinGroup: { name: 'join_group', on: 'group', from: AccessLevel.guest, visitors: 'users' },
  adminGroup: { name: 'admin_group', on: 'group', from: AccessLevel.owner },
});

export const NothingNew = defineRefusal('nothing-new', 204, { message: '204 No Content' });
export const Stuck = defineRefusal('stuck', 409, { message: '409 Stuck' });

/** Number of things; the newest has the highest id. */
export const THINGS = 45;
/** Time of the last change of the one thing that can be deleted. */
export const CHANGED_AT = new Date('2026-03-04T05:06:07.890Z');

const NoParams = z.object({});
const ThingParams = z.object({ thing_id: v4.id() });
const NameParams = z.object({ name: v4.text() });
const OwnerParams = z.object({ id: v4.project() });
const GroupParams = z.object({ id: v4.group() });
const ListParams = z.object({
  order_by: v4.optional(v4.oneOf(['id', 'name'])),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  ...v4.keysetPage,
});
const NewThingParams = z.object({
  name: v4.text(),
  size: v4.integer(),
  kind: v4.optional(v4.oneOf(['round', 'square'])),
  marks: v4.optional(v4.list(v4.integer())),
  shapes: v4.optional(v4.list(v4.oneOf(['big', 'small']))),
  actions: v4.optional(v4.list(z.object({ action: v4.oneOf(['cut', 'glue']), times: v4.optional(v4.integer()) }))),
  custom: v4.optional(v4.hash()),
});
const WriteParams = atLeastOneOf(
  z.object({ id: v4.project(), name: v4.optional(v4.text()), size: v4.optional(v4.integer()) }),
  'name',
  'size',
);
const KeysParams = z.object({ shown: v4.optional(v4.boolean()) });
const PictureParams = z.object({ title: v4.text(), picture: v4.optional(v4.file()) });

const Thing = z.strictObject({ id: z.int(), name: z.string() });
const Keys = z.strictObject({ keys: z.array(z.strictObject({ token: secretText().nullable().optional() })) });
const Echo = z.strictObject({ said: z.unknown() });
const Who = z.strictObject({ username: z.string().nullable(), admin: z.int().nullable(), level: z.int().nullable() });

const thing = (id: number) => ({ id, name: `thing ${id}` });

/** Endpoints of every kind, without data. */
@Controller()
export class ThingsController {
  @Endpoint.get('/things', {
    summary: 'List things',
    anonymous: 'allowed',
    params: ListParams,
    returns: returns.page(Thing),
  })
  list(@Call() { params }: CallOf<typeof ListParams>) {
    const sort = params.sort ?? 'desc';
    const request = pageRequest(params, { by: params.order_by ?? 'name', sort });
    const { page, perPage, keyset } = request;
    const ids = Array.from({ length: THINGS }, (_, index) => (sort === 'asc' ? index + 1 : THINGS - index));
    const beyond = (id: number) => !keyset?.after || (sort === 'asc' ? id > keyset.after : id < keyset.after);
    const start = keyset ? ids.findIndex(beyond) : (page - 1) * perPage;
    const shown = start < 0 ? [] : ids.slice(start, start + perPage);
    return new Page(shown.map(thing), request, keyset ? undefined : THINGS);
  }

  @Endpoint.post('/things', {
    summary: 'Make a thing',
    admin: true,
    params: NewThingParams,
    returns: returns.json(Echo),
    refuses: [Stuck],
  })
  create(@Call() { params }: CallOf<typeof NewThingParams>) {
    if (params.name === 'stuck') throw Stuck();
    return { said: params };
  }

  @Endpoint.get('/things/:thing_id', {
    summary: 'Read a thing',
    anonymous: 'allowed',
    params: ThingParams,
    returns: returns.json(Thing),
  })
  one(@Call() { params }: CallOf<typeof ThingParams>) {
    return thing(params.thing_id);
  }

  @Endpoint.delete('/things/:thing_id', { summary: 'Delete a thing', params: ThingParams, returns: returns.empty })
  delete(@Call() { unlessModified }: CallOf<typeof ThingParams>) {
    unlessModified(CHANGED_AT);
  }

  @Endpoint.post('/things/:thing_id/star', {
    summary: 'Star a thing',
    status: 200,
    params: ThingParams,
    returns: returns.json(Thing),
    refuses: [NotModified, NothingNew],
  })
  star(@Call() { params }: CallOf<typeof ThingParams>) {
    if (params.thing_id === THINGS) throw NotModified();
    return thing(params.thing_id);
  }

  @Endpoint.get('/names/:name', {
    summary: 'Read a name',
    anonymous: 'allowed',
    params: NameParams,
    returns: returns.json(Echo),
  })
  name(@Call() { params }: CallOf<typeof NameParams>) {
    return { said: params.name };
  }

  @Endpoint.put('/picture', { summary: 'Hang a picture', params: PictureParams, returns: returns.json(Echo) })
  picture(@Call() { params: { title, picture } }: CallOf<typeof PictureParams>) {
    const { name, type, content } = picture ?? {};
    return {
      said: picture ? { title, name, type, content: content!.toString() } : { title, picture: picture ?? 'none' },
    };
  }

  @Endpoint.get('/content', {
    summary: 'Read content that never changes',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('text/plain'),
  })
  content() {
    const content = Buffer.from('content');
    return new Stream(content, { type: 'text/plain', etag: 'abc', gzip: gzipSync(content) });
  }

  @Endpoint.get('/keys', { summary: 'List keys', params: KeysParams, returns: returns.json(Keys) })
  keys(@Call() { params }: CallOf<typeof KeysParams>) {
    return { keys: [params.shown ? { token: 'secret' } : {}] };
  }

  @Endpoint.post('/keys', { summary: 'Make a key', params: NoParams, returns: returns.json(Keys) })
  makeKey() {
    return { keys: [{ token: 'secret' }] };
  }

  @Endpoint.get('/lie', { summary: 'Answer what is not declared', params: NoParams, returns: returns.json(Thing) })
  lie() {
    return { ...thing(1), more: 'than declared' };
  }

  @Endpoint.put('/lie', { summary: 'Refuse what is not declared', params: NoParams, returns: returns.empty })
  refuse() {
    throw Stuck();
  }

  @Endpoint.get('/newest', {
    summary: 'Get the newest thing',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.redirect,
  })
  newest(@Call() { caller }: CallOf<typeof NoParams>) {
    return new URL(`${caller.baseUrl}/api/v4/things/7`);
  }

  @Endpoint.delete('/things', { summary: 'Delete all things', params: NoParams, returns: returns.accepted })
  clear() {}
}

/** Endpoints that depend on the caller and the caller's abilities. */
@Controller()
export class AccessController {
  @Endpoint.get('/me', { summary: 'Who calls', scope: 'read_user', params: NoParams, returns: returns.json(Who) })
  me(@Call() call: CallOf<typeof NoParams>) {
    return { username: call.user.username, admin: call.user.actingAdminId ?? null, level: null };
  }

  @Endpoint.post('/me', { summary: 'Who writes', scope: 'api', params: NoParams, returns: returns.json(Who) })
  mine(@Call() call: CallOf<typeof NoParams>) {
    return { username: call.user.username, admin: call.user.actingAdminId ?? null, level: null };
  }

  @Endpoint.get('/-/who', {
    summary: 'Who calls, not below the API',
    at: 'root',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.json(Who),
  })
  atRoot(@Call() { caller }: CallOf<typeof NoParams>) {
    return { username: caller.principal?.username ?? null, admin: null, level: null };
  }

  @Endpoint.get('/projects/:id/thing', {
    summary: "Read a project's thing",
    can: abilities.read,
    jobTokens: true,
    params: OwnerParams,
    returns: returns.json(Who),
  })
  ofProject(@Call() { project, caller }: CallOf<typeof OwnerParams>) {
    return { username: caller.principal?.username ?? null, admin: null, level: project.level };
  }

  @Endpoint.put('/projects/:id/thing', {
    summary: "Change a project's thing",
    can: abilities.write,
    params: WriteParams,
    returns: returns.json(Who),
  })
  ofProjectLater(@Call() { project, user }: CallOf<typeof WriteParams>) {
    return { username: user.username, admin: null, level: project.level };
  }

  @Endpoint.post('/projects/:id/thing', {
    summary: "Change a project's thing, rights first",
    anonymous: 'allowed',
    authorize: 'before-params',
    can: abilities.write,
    params: WriteParams,
    returns: returns.json(Who),
  })
  ofProjectFirst(@Call() { project, user }: CallOf<typeof WriteParams>) {
    return { username: user.username, admin: null, level: project.level };
  }

  @Endpoint.post('/projects/:id/thing/parts', {
    summary: "Change a project's thing, readers first",
    anonymous: 'allowed',
    authorize: abilities.download,
    can: abilities.write,
    params: WriteParams,
    returns: returns.json(Who),
  })
  ofProjectReader(@Call() { project, user }: CallOf<typeof WriteParams>) {
    return { username: user.username, admin: null, level: project.level };
  }

  @Endpoint.get('/groups/:id/thing', {
    summary: "Read a group's thing",
    can: abilities.readGroup,
    params: GroupParams,
    returns: returns.json(Who),
  })
  ofGroup(@Call() { group, caller }: CallOf<typeof GroupParams>) {
    return { username: caller.principal?.username ?? null, admin: null, level: group.level };
  }

  @Endpoint.post('/groups/:id/thing', {
    summary: "Join a group's thing",
    anonymous: 'allowed',
    can: abilities.joinGroup,
    params: GroupParams,
    returns: returns.json(Who),
  })
  joinGroup(@Call() { group, user }: CallOf<typeof GroupParams>) {
    return { username: user.username, admin: null, level: group.level };
  }

  @Endpoint.put('/groups/:id/thing', {
    summary: "Change a group's thing",
    can: abilities.adminGroup,
    params: GroupParams,
    returns: returns.json(Who),
  })
  adminGroup(@Call() { group, user }: CallOf<typeof GroupParams>) {
    return { username: user.username, admin: null, level: group.level };
  }
}
