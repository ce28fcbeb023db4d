/** Services that keep mailing lists; each has an adapter in server/domain/mailing-lists/services. */
export const mailingServices = ['mailchimp', 'brevo', 'listmonk'] as const;
export type MailingService = (typeof mailingServices)[number];

/** What must be typed to reach an account at a service; an empty text where a service does not ask for it. */
export interface ServiceSettings {
	apiKey: string;
	/** Where the installation of a service that one runs oneself answers: `https://lists.example.org`. */
	address: string;
	/** The name that goes with the key. */
	user: string;
}

export interface MailingServiceFacts {
	name: string;
	/** Settings that it asks for, in the order of its form. */
	asksFor: readonly (keyof ServiceSettings)[];
	/** Where its documentation says how a key is made. */
	keyHelp: string;
}

export const mailingServiceFacts: Record<MailingService, MailingServiceFacts> = {
	mailchimp: {
		name: 'Mailchimp',
		asksFor: ['apiKey'],
		keyHelp: 'https://mailchimp.com/help/about-api-keys/',
	},
	brevo: {
		name: 'Brevo',
		asksFor: ['apiKey'],
		keyHelp: 'https://help.brevo.com/hc/en-us/articles/209467485',
	},
	listmonk: {
		name: 'listmonk',
		asksFor: ['address', 'user', 'apiKey'],
		keyHelp: 'https://listmonk.app/docs/apis/apis/',
	},
};

/** Why nothing can be sent to a list: the service refused the key, the list is gone, the account may not add contacts, or is full. */
export const listProblems = ['key-refused', 'list-gone', 'not-allowed', 'account-full', 'failing'] as const;
export type ListProblem = (typeof listProblems)[number];

/**
 * Why a service does not take one contact: it refuses the address, or the person left the list there, which the service alone can undo.
 */
export const contactProblems = ['address-refused', 'left-there'] as const;
export type ContactProblem = (typeof contactProblems)[number];

/** Mailing lists that an organisation can be connected to. */
export const mostMailingLists = 10;
