import { noteFormsController } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { MergeRequestNotFound } from '../refusals.js';
import { originOf } from './form-origin.js';
import { PageRenderer } from './page-renderer.js';

/** Forms that change and delete comments on merge requests. */
export class NoteFormsController extends noteFormsController({
  ...{
    kind: 'mergeRequest',
    record: 'a merge request',
    path: 'merge_requests',
    section: 'merge-requests',
    onDiffs: true,
  },
  ...{ read: abilities.readMergeRequest, notFound: MergeRequestNotFound, renderer: PageRenderer, originOf },
}) {}
