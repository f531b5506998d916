import type { ProjectRecord } from '@hearth/testing';
import { waitUntilReady } from '../faults/engines.js';
import { newPerson, remoteOf, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';
import { systemStatus } from '../system/processes.js';
import { WorkingCopy } from '../system/working-copy.js';
import { auditExportRefused, frozen, gone, killedAgainAndAgain, slowed, unreadableEvent, type Mend } from './faults.js';
import { Recording } from './recording.js';
import { alertsOf, metricsIn, rulesFile } from './rules.js';
import { Visitors } from './visitors.js';

const BEFORE_SECONDS = 10;
const FAULT_SECONDS = 50;
/** The lag of the audit trail is measured once a minute, that of an outbox after each request to Kafka that gets no answer. */
const LAG_SECONDS = 130;
const ERRORS = ['HearthErrorsFast', 'HearthErrorsSlow'];
/** They tell of the processor, which other work on the machine of the spec may have taken. */
const OF_PROCESSOR = ['HearthLate', 'HearthSlow', 'HearthStandstill'];

let owner: Person;
let project: ProjectRecord;

interface Fault {
  readonly fault: string;
  readonly strike: () => Promise<Mend>;
  readonly seconds?: number;
  readonly alerts: readonly string[];
}

const FAULTS: readonly Fault[] = [
  { fault: 'nothing is wrong', strike: async () => () => undefined, alerts: [] },
  { fault: 'the gateway is gone', strike: gone('gateway'), alerts: ['HearthProcessDown', 'HearthUnavailable'] },
  {
    fault: 'a service is gone',
    strike: gone('projects'),
    alerts: ['HearthCallsFailing', ...ERRORS, 'HearthProcessDown', 'HearthRequestsWaiting'],
  },
  { fault: 'Kafka is frozen', strike: frozen('kafka'), seconds: LAG_SECONDS, alerts: ['HearthOutboxLag'] },
  { fault: 'a process is killed again and again', strike: killedAgainAndAgain('ci'), alerts: ['HearthRestarting'] },
  {
    fault: 'a process has too little processor',
    strike: slowed('projects', { stopped: 1_500, running: 500 }),
    alerts: ['HearthLate', 'HearthSlow', 'HearthStandstill'],
  },
  {
    fault: 'the audit trail is not exported',
    strike: auditExportRefused,
    seconds: LAG_SECONDS,
    alerts: ['HearthAuditExportLag'],
  },
  { fault: 'an event cannot be read', strike: unreadableEvent, alerts: ['HearthDeadLetters'] },
];

describe('the alerts', () => {
  let visitors: Visitors;
  let rules: string;

  beforeAll(async () => {
    rules = await rulesFile();
    owner = await newPerson('visitor');
    project = await newProject(owner, 'visited');
    const copy = await WorkingCopy.create();
    await copy.commit('readme.md', 'hello\n');
    await copy.push(remoteOf(owner, project.path_with_namespace), 'HEAD:refs/heads/main');
    await copy.remove();
    visitors = new Visitors(owner, project);
  });
  afterAll(() => visitors?.stop());

  it.each(FAULTS)('$fault: fire $alerts', async ({ strike, seconds = FAULT_SECONDS, alerts }) => {
    const { processes } = await systemStatus();
    const recording = new Recording(
      metricsIn(rules),
      processes.filter(({ internalPort }) => internalPort),
    );
    await visitors.calm();
    await recording.run(BEFORE_SECONDS);
    const mend = await strike();
    try {
      await recording.run(seconds);
    } finally {
      await mend();
    }
    await waitUntilReady();
    const fired = await alertsOf(recording, rules);
    expect(fired.filter((alert) => alerts.includes(alert) || !OF_PROCESSOR.includes(alert))).toEqual(alerts);
  });
});
