import type { Services } from '../services.ts';
import type { PersonalDataSourceOf } from './fact-bus.ts';

export type { Person } from './fact-bus.ts';

/** What a module knows about a person, as a file of their export. Each module hands its own to the composition. */
export type PersonalDataSource = PersonalDataSourceOf<Services>;
