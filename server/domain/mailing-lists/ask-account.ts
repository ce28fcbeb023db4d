import type { Services } from '#server/services.ts';
import { type AppError, fieldError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import {
	type ListProblem,
	type MailingService,
	mailingServiceFacts,
	type ServiceSettings,
} from '#shared/rules/mailing-services.ts';
import { type Reach, realReach } from './services/adapters.ts';

/** All calls of one question together: somebody waits for the answer. */
const patienceMs = 8_000;
/** By the answers about so many contacts an account is known again. */
export const mostKnown = 3;

/** What was typed to reach an account. */
export interface TypedSettings {
	apiKey: string;
	address?: string | undefined;
	user?: string | undefined;
}

export interface Account {
	settings: ServiceSettings;
	/** Where it is called. */
	host: string;
	/** It says of contacts that were added to the list that they are not in it: it is an account of somebody else. */
	isAnother: boolean;
	lists: { id: string; name: string; contacts: number | null }[];
}

/** A contact that is on a list: its address, and what its account calls it. */
export interface KnownContact {
	email: string;
	remoteId: string;
}

/**
 * Asks an account for its lists; the key is good then.
 * @param known contacts of the list that it should have, of which at most `mostKnown` are requested
 * @throws VALIDATION_FAILED about `settings`; BUSINESS_RULE_VIOLATION `key-refused`, `not-allowed`, `account-full` or `service-unreachable`
 */
export async function askAccount(
	services: Services,
	service: MailingService,
	typed: TypedSettings,
	{ adapterOf, callOf }: Reach = realReach,
	known: { listId: string; contacts: readonly KnownContact[] } = { listId: '', contacts: [] },
): Promise<Account> {
	const settings = readSettings(service, typed);
	const adapter = adapterOf(services.config, service);
	const baseUrl = adapter.baseUrl(settings);
	if (baseUrl === null || !URL.canParse(baseUrl)) throw refusal(service, 'key-refused');
	const { host } = new URL(baseUrl);
	const call = callOf(services, baseUrl, AbortSignal.timeout(patienceMs));
	const found = await adapter.findLists(call, settings);
	if (found.kind !== 'done') throw refusal(service, found.kind === 'stopped' ? found.problem : null);
	let isAnother = false;
	for (const { email, remoteId } of known.contacts.slice(0, mostKnown)) {
		const there = await adapter.find?.(call, settings, known.listId, email);
		// What it does not say speaks neither for it nor against it.
		if (there?.kind !== 'done') continue;
		isAnother = there.remoteId !== remoteId;
		if (!isAnother) break;
	}
	return { settings, host, isAnother, lists: found.lists };
}

/** One list of an account. @throws as `askAccount`, and BUSINESS_RULE_VIOLATION `list-gone` */
export function pickList(
	service: MailingService,
	{ lists }: Account,
	listId: string,
): { id: string; name: string } {
	const found = lists.find(({ id }) => id === listId);
	if (!found) throw refusal(service, 'list-gone');
	return found;
}

function readSettings(service: MailingService, typed: TypedSettings): ServiceSettings {
	const { asksFor } = mailingServiceFacts[service];
	const textOf = (field: keyof ServiceSettings) => {
		if (!asksFor.includes(field)) return '';
		const value = typed[field]?.trim() ?? '';
		if (value === '') throw fieldError(`settings.${field}`, message`This field is required.`);
		return value;
	};
	const settings = { apiKey: textOf('apiKey'), address: textOf('address'), user: textOf('user') };
	if (settings.address !== '' && !isAddress(settings.address))
		throw fieldError(
			'settings.address',
			message`Enter the address of the service, which starts with https://, without a user name or a query.`,
		);
	return settings;
}

function isAddress(text: string): boolean {
	if (!/^https?:\/\/[^\s?#\\]+$/i.test(text) || !URL.canParse(text)) return false;
	const { username, password } = new URL(text);
	return username === '' && password === '';
}

function refusal(service: MailingService, problem: ListProblem | null): AppError {
	const { name } = mailingServiceFacts[service];
	switch (problem) {
		case 'key-refused':
			return ruleViolation(
				'key-refused',
				message`${name} did not accept this key. Copy it again, or create a new one there.`,
			);
		case 'list-gone':
			return ruleViolation('list-gone', message`This list doesn’t exist in the account. Choose another one.`);
		case 'not-allowed':
			return ruleViolation(
				'not-allowed',
				message`This key can’t read lists and change contacts at ${name}. Create one there that can.`,
			);
		case 'account-full':
			return ruleViolation(
				'account-full',
				message`The account at ${name} can’t take more contacts. Remove some there, or choose a larger plan.`,
			);
		default:
			return ruleViolation(
				'service-unreachable',
				message`${name} could not be reached. Check the address, and try again in a few minutes.`,
			);
	}
}
