import { z } from '../lib/z.ts';
import { contactProblems, listProblems, mailingServices } from '../rules/mailing-services.ts';
import { cursor, noContent, page, pageLimit, text, uuid, wholeList } from './common.ts';
import { endpoint, organisationAccess } from './endpoint.ts';
import { organisationParams } from './settings.ts';

const settings = z
	.strictObject({
		apiKey: text({ min: 1, max: 500 }),
		address: text({ max: 500 }).optional(),
		user: text({ max: 100 }).optional(),
	})
	.meta({
		description:
			'Credentials of the organisation: `apiKey`, and for listmonk also `address` (https) and `user`. They are stored encrypted and never returned.',
	});

const mailingList = z
	.object({
		id: uuid(),
		service: z.enum(mailingServices),
		host: z.string(),
		keyEnding: z.string(),
		listId: z.string(),
		listName: z.string(),
		state: z.enum(['active', 'paused', 'stopped']),
		/** Why it stopped. */
		problem: z.enum(listProblems).nullable(),
		failingSince: z.string().nullable(),
		lastSentAt: z.string().nullable(),
		/** Earlier followers are still being counted in. */
		isFilling: z.boolean(),
		contacts: z
			.object({
				due: z.int(),
				added: z.int(),
				removed: z.int(),
				refused: z.int(),
			})
			.meta({
				description: 'Number of followers that are pending, on the list, removed, and rejected.',
			}),
		createdAt: z.string(),
		version: z.int(),
	})
	.meta({ id: 'MailingList' });
export type MailingList = z.output<typeof mailingList>;

const contact = z
	.object({
		followerId: uuid(),
		/** Null once the follower is erased. */
		email: z.string().nullable(),
		state: z.enum(['due', 'added', 'removed', 'refused']),
		problem: z.enum(contactProblems).nullable(),
		attempts: z.int(),
		nextAt: z.string().nullable(),
		settledAt: z.string().nullable(),
	})
	.meta({ id: 'MailingListContact' });
export type MailingListContact = z.output<typeof contact>;

const access = organisationAccess('integrations.manage');
const base = '/api/organisations/{organisation}/mailing-lists';
const listParams = organisationParams.extend({ mailingList: uuid() });

export const findServiceLists = endpoint({
	id: 'mailingLists.findServiceLists',
	method: 'POST',
	path: '/api/organisations/{organisation}/mailing-list-choices',
	summary:
		'List the mailing lists of an account at Mailchimp, Brevo or listmonk, with its key. Nothing is stored.',
	access,
	limit: 'write',
	params: organisationParams,
	body: z.strictObject({ service: z.enum(mailingServices), settings }),
	output: z.object({
		data: z.array(z.object({ id: z.string(), name: z.string(), contacts: z.int().nullable() })),
	}),
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const createMailingList = endpoint({
	id: 'mailingLists.create',
	method: 'POST',
	path: base,
	summary:
		'Connect a list at Mailchimp, Brevo or listmonk. Followers with confirmed consent, including existing ones, are added to it, and removed when they unsubscribe. Requires the right to see followers.',
	access,
	limit: 'write',
	status: 201,
	params: organisationParams,
	body: z.strictObject({
		service: z.enum(mailingServices),
		settings,
		listId: text({ min: 1, max: 100 }).meta({ description: 'One of the lists of the account.' }),
	}),
	output: mailingList,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const listMailingLists = endpoint({
	id: 'mailingLists.list',
	method: 'GET',
	path: base,
	summary: 'List the connected mailing lists of the organisation, newest first.',
	access,
	limit: 'read',
	params: organisationParams,
	output: wholeList(mailingList),
});

export const getMailingList = endpoint({
	id: 'mailingLists.get',
	method: 'GET',
	path: `${base}/{mailingList}`,
	summary: 'Get a mailing list.',
	access,
	limit: 'read',
	params: listParams,
	hasVersion: true,
	output: mailingList,
});

export const changeMailingListKey = endpoint({
	id: 'mailingLists.changeKey',
	method: 'PATCH',
	path: `${base}/{mailingList}`,
	summary:
		'Replace the key of a mailing list. The key must give access to the same list. A stopped list resumes.',
	access,
	limit: 'write',
	params: listParams,
	body: z.strictObject({ settings }),
	hasVersion: true,
	output: mailingList,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const deleteMailingList = endpoint({
	id: 'mailingLists.delete',
	method: 'DELETE',
	path: `${base}/{mailingList}`,
	summary: 'Disconnect a mailing list. Its key is deleted immediately; contacts stay at the service.',
	access,
	limit: 'write',
	params: listParams,
	status: 204,
	output: noContent(),
});

export const pauseMailingList = endpoint({
	id: 'mailingLists.pause',
	method: 'POST',
	path: `${base}/{mailingList}/pause`,
	summary: 'Pause a mailing list. Changes are sent when it resumes.',
	access,
	limit: 'write',
	params: listParams,
	output: mailingList,
});

export const resumeMailingList = endpoint({
	id: 'mailingLists.resume',
	method: 'POST',
	path: `${base}/{mailingList}/resume`,
	summary: 'Resume a paused or stopped mailing list, and send all changes since.',
	access,
	limit: 'write',
	params: listParams,
	output: mailingList,
	errors: ['BUSINESS_RULE_VIOLATION', 'FEATURE_NOT_AVAILABLE', 'SUBSCRIPTION_EXPIRED'],
});

export const listMailingListContacts = endpoint({
	id: 'mailingLists.listContacts',
	method: 'GET',
	path: `${base}/{mailingList}/contacts`,
	summary: 'List followers on a mailing list by state. Requires the right to see followers.',
	access,
	limit: 'read',
	params: listParams,
	query: z.object({
		state: z.enum(['due', 'added', 'removed', 'refused']),
		cursor: cursor().optional(),
		limit: pageLimit(50, 200),
	}),
	output: page(contact),
	errors: ['BUSINESS_RULE_VIOLATION'],
});
