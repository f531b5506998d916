import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { filesOfEndpoint } from './files-of-endpoint.mjs';

const FOLDER = 'libs/services/ci/src/jobs';
const SOURCES = {
  'jobs.controller.ts': `
    import { JobParams } from './job.params.js';
    import { presentJob } from './job.view.js';
    import { CancelJob } from './cancel.js';
    import type { Job } from './job.entity.js';
    export class JobsController {
      constructor(private readonly cancelJob: CancelJob) {}
      @Endpoint.get('/jobs/:id', { params: JobParams })
      read(): Job { return presentJob(); }
      @Endpoint.post('/jobs/:id/cancel', { params: JobParams })
      cancel() { return this.cancelled(); }
      private async cancelled() { return presentJob(await this.cancelJob.execute()); }
    }`,
  'cancel.ts': `
    import { JobsStore } from './jobs.store.js';
    import { RetryJob } from './retry.js';
    import { decide, other } from './job.rules.js';
    export class CancelJob {
      constructor(private readonly jobsStore: JobsStore, private readonly retryJob: RetryJob) {}
      execute() { return decide(this.jobsStore.find()); }
      again() { return this.retryJob.execute(other); }
    }`,
  'jobs.store.ts': `import { text } from './texts.js';\nexport class JobsStore { find() { return text; } }`,
  'job.params.ts': `export const JobParams = {};`,
  'job.view.ts': `import { word } from './words.rules.js';\nexport const presentJob = () => word();`,
  'words.rules.ts': `export function word() {}`,
  'job.rules.ts': `export const decide = () => 1, other = 2;`,
  'retry.ts': `export class RetryJob { execute() {} }`,
  'texts.ts': `export const text = '';`,
  'job.entity.ts': `export class Job {}`,
};

describe('the files of an endpoint', () => {
  let root;

  beforeAll(() => {
    root = mkdtempSync(path.join(os.tmpdir(), 'hearth-files-'));
    mkdirSync(path.join(root, FOLDER), { recursive: true });
    for (const [file, text] of Object.entries(SOURCES)) writeFileSync(path.join(root, FOLDER, file), text);
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const found = (endpoint) => filesOfEndpoint(root, endpoint)?.map((file) => path.basename(file));

  it('are its controller, params, view and rules, and the methods that it calls, to the stores', () => {
    expect(found('POST /jobs/:id/cancel')).toEqual([
      ...['jobs.controller.ts', 'job.params.ts', 'job.view.ts', 'words.rules.ts'],
      ...['cancel.ts', 'job.rules.ts', 'jobs.store.ts'],
    ]);
  });

  it('are not those of other endpoints of the controller, nor of types', () => {
    expect(found('GET /jobs/:id')).toEqual(['jobs.controller.ts', 'job.params.ts', 'job.view.ts', 'words.rules.ts']);
    expect(found('GET /jobs')).toBeUndefined();
  });
});
