import { servicePageController } from '@hearth/pages';
import { schema } from '../schema.js';
import { PageRenderer } from './page-renderer.js';

/** Page of this service for admins. */
export class ServicePageController extends servicePageController(schema, PageRenderer) {}
