import { SNAPSHOT_COMMAND, committedSql, sqlSnapshot, type SqlVariants } from '@hearth/data/testing';
import type { PageRequest } from '@hearth/http';
import { AuditEventsFinder, type AuditFilters } from './audit-events.finder.js';

const FILE = new URL('../../src/audit/audit-events.finder.sql', import.meta.url);
const FIRST: PageRequest = { page: 1, perPage: 20 };
const DAY = new Date('2018-01-15T00:00:00Z');

function list(filters: AuditFilters = {}, request = FIRST) {
  const finder = new AuditEventsFinder();
  return (db: Parameters<SqlVariants[string]>[0]) => finder.page(db, filters, request);
}

const VARIANTS: SqlVariants = {
  'all records': list(),
  'of an actor': list({ actorId: 17 }),
  'of a kind': list({ kind: 'user.blocked' }),
  'about users': list({ subjectType: 'user' }),
  'about a project': list({ subjectType: 'project', subjectId: 3 }),
  'of some days': list({ createdAfter: DAY, createdBefore: DAY }),
  'beyond the end': list({}, { page: 3, perPage: 20 }),
};

describe('the statements of lists of audit events', () => {
  it(`are those of audit-events.finder.sql, which ${SNAPSHOT_COMMAND} writes`, async () => {
    const present = await sqlSnapshot(VARIANTS);
    expect(present).toBe(await committedSql(FILE, present));
  });
});
