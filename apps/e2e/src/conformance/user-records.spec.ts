import { sshKeyText } from '@hearth/testing';
import { z } from 'zod';
import { Email, SshKey } from '../schemas/records.js';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import { expectAnswer, expectRecord } from './expect-answer.js';

type Message = string | Record<string, string[]>;

interface Resource {
  readonly segment: string;
  readonly schema: z.ZodType<{ id: number }>;
  body(): Promise<object> | object;
  readonly notFound: Message;
  readonly taken: Message;
}

const RESOURCES: readonly Resource[] = [
  {
    segment: 'keys',
    schema: SshKey,
    body: () => ({ title: 'laptop', key: sshKeyText() }),
    notFound: '404 Key Not Found',
    taken: { fingerprint: ['has already been taken'] },
  },
  {
    segment: 'emails',
    schema: Email,
    body: () => ({ email: `${uniqueName('address')}@example.org` }),
    notFound: '404 Email Not Found',
    taken: { email: ['has already been taken'] },
  },
];

describe.each(RESOURCES)('$segment of users', ({ segment, schema, body, notFound, taken }) => {
  let person: Person;
  const own = `/user/${segment}`;

  beforeAll(async () => {
    person = await newPerson(segment.replace('_', '-'));
  });

  it('are added, read and deleted by their user only', async () => {
    const asked = await body();
    const made = expectRecord(await person.api.post(own, asked), schema, 201);
    expectAnswer(await person.api.post(own, asked), 400, { message: taken });
    // Other users can still add an address that waits for its confirmation.
    if (segment !== 'emails') expectAnswer(await hearth.root.post(own, asked), 400, { message: taken });
    expect(expectRecord(await person.api.get(`${own}/${made.id}`), schema)).toEqual(made);
    expect(expectRecord(await person.api.get(own), z.array(schema))).toEqual([made]);
    expectAnswer(await hearth.root.get(`${own}/${made.id}`), 404, { message: notFound });
    expect((await person.api.delete(`${own}/${made.id}`)).status).toBe(204);
    expectAnswer(await person.api.delete(`${own}/${made.id}`), 404, { message: notFound });
  });

  it('are added, listed and deleted by admins, as such and by sudo', async () => {
    const theirs = `/users/${person.id}/${segment}`;
    const [first, second] = [await body(), await body()];
    const made = expectRecord(await hearth.root.post(theirs, first), schema, 201);
    const { id } = expectRecord(await hearth.root.post(own, { ...second, sudo: person.username }), schema, 201);
    const ids = [made.id, id];
    const listed = expectRecord(await hearth.root.get(theirs), z.array(schema));
    expect(listed.map((each) => each.id)).toEqual(ids);
    expect(expectRecord(await hearth.root.get(own, { sudo: person.id }), z.array(schema))).toEqual(listed);
    expectAnswer(await person.api.get(theirs), 403, { message: '403 Forbidden' });
    for (const each of ids) expect((await hearth.root.delete(`${theirs}/${each}`)).status).toBe(204);
    expectAnswer(await person.api.get(own), 200, []);
  });
});
