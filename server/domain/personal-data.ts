import type { Services } from '../services.ts';

/** Somebody whose data is asked for. */
export interface Person {
	userId: string;
	email: string;
	/** Only then is what lies under the address theirs: anybody can sign up with any address. */
	isEmailVerified: boolean;
}

/** What a module knows about a person, as a file of their export. Each module hands its own to the composition. */
export interface PersonalDataSource {
	/** Name of the file: `orders`. */
	name: string;
	collect(services: Services, person: Person): Promise<unknown>;
}
