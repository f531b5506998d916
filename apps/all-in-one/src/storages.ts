import { RepositoryModule } from '@hearth/repository';

process.exitCode = await RepositoryModule.storageProgram(process.argv.slice(2));
