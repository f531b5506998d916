import { Injectable } from '@nestjs/common';
import { WriteLocks } from '../repositories/write-locks.js';

/** One lock for the copies of each repository in this process: a copy is either followed or removed. */
@Injectable()
export class CopyLocks extends WriteLocks {}
