export { PageBrowser, type BrowserAnswer } from './service/page-browser.js';
export { Answer } from './api/answer.js';
export { ApiClient, nextOf, segment, type Query, type RequestOptions } from './api/api-client.js';
export type { BranchRecord, CommitRecord, ProjectRecord, TreeEntryRecord, UserRecord } from './api/records.js';
export { signIn, type Session } from './api/sign-in.js';
export { AppProcess, processEnvironment, type Ended } from './app-process.js';
export { FastImportStream, type Change, type CommitSource, type Mark, type Mode } from './git/fast-import-stream.js';
export { Git, GitError, type GitResult } from './git/git.js';
export { makeRepository, type SampleRepository } from './git/make-repository.js';
export { ODD_PATHS } from './git/odd-names.js';
export { Random } from './random.js';
export type { Replacement } from './service/compile-service.js';
export {
  BASE_URL,
  CORRELATION_ID,
  ServiceApp,
  type Method,
  type ServiceAnswer,
  type ServiceOptions,
} from './service/service-app.js';
export { freePort } from '@hearth/data/testing';
export { confirms } from './service/confirms.js';
export { insertUsers } from './rows/insert-users.js';
export { gpgKeyText } from './gpg-key-text.js';
export { SshClient, makeSshKey, type SshResult } from './ssh-client.js';
export { sshKeyText, type SshKeyKind } from './ssh-key-text.js';
export { MailServer, type ReceivedMail } from './mail-server.js';
export { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';
export { waitFor, type WaitOptions } from './wait-for.js';
export { clock } from './witness/clock.js';
export type { Step } from './witness/contracts.js';
export { kafkaServes } from './witness/kafka-serves.js';
export { Witness, type WitnessOptions, type WitnessService } from './witness/witness.js';
export { HANDLERS, WitnessDatabase, type Effect } from './witness/witness-database.js';
export { WitnessProcess } from './witness/witness-process.js';
export { fileForm, PIXEL, picture } from './statements/file-form.js';
export { discussionSamples, noteSamples } from './statements/note-samples.js';
export { resourceEventSamples } from './statements/resource-event-samples.js';
export type { GitSample, Made, Sample, Samples, StatementSamples } from './statements/sample.js';
export type { Role, Target } from './statements/target.js';
export { makeSigningKeys } from './signing-keys.js';
