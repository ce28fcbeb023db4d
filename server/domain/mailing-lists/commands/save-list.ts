import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { mailingListContacts, mailingLists } from '#server/db/tables/mailing-lists.ts';
import { isSandbox } from '#server/domain/accounts/sandbox.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { newId } from '#shared/lib/ids.ts';
import { type MailingService, mostMailingLists } from '#shared/rules/mailing-services.ts';
import type { MemberRights } from '#shared/rules/permissions.ts';
import {
	type Account,
	askAccount,
	type KnownContact,
	mostKnown,
	pickList,
	type TypedSettings,
} from '../ask-account.ts';
import { lockLists } from '../lock-lists.ts';
import {
	findAddedContacts,
	getMailingList,
	isList,
	type ListScope,
	type MailingListRow,
} from '../queries.ts';
import { requireFollowers } from '../rights.ts';
import { type Reach, realReach } from '../services/adapters.ts';
import { endingOf, sealSettings } from '../settings.ts';

/** Whoever makes or changes a list, which is sent what they may see. */
export interface ListMaker {
	userId: string;
	rights: MemberRights;
}

/**
 * The lists of an account; nothing is stored.
 * @throws as `askAccount`; FEATURE_NOT_AVAILABLE, SUBSCRIPTION_EXPIRED, BUSINESS_RULE_VIOLATION `sandbox`
 */
export async function findServiceLists(
	services: Services,
	organisationId: string,
	input: { service: MailingService; settings: TypedSettings },
	reach: Reach = realReach,
): Promise<Account['lists']> {
	await requireAllowed(services, organisationId);
	return (await askInTurn(organisationId, () => askAccount(services, input.service, input.settings, reach)))
		.lists;
}

/** A list that its account has, with the access by which it said so. */
interface FoundList {
	service: MailingService;
	account: Account;
	list: { id: string; name: string };
}

/**
 * Asks whether a list may be connected, the key is good and the list is there; nothing is stored.
 * @throws as `askAccount`; FEATURE_NOT_AVAILABLE, SUBSCRIPTION_EXPIRED; BUSINESS_RULE_VIOLATION `beyond-own-rights`, `sandbox`, `list-gone`
 */
export async function askForList(
	services: Services,
	command: {
		organisationId: string;
		rights: MemberRights;
		input: { service: MailingService; settings: TypedSettings; listId: string };
		/** Contacts that the list should have. */
		contacts?: readonly KnownContact[];
	},
	reach: Reach = realReach,
): Promise<FoundList> {
	const { organisationId, input, contacts = [] } = command;
	const { service, listId, settings } = input;
	requireFollowers(command.rights);
	await requireAllowed(services, organisationId);
	const account = await askInTurn(organisationId, () =>
		askAccount(services, service, settings, reach, { listId, contacts }),
	);
	return { service, account, list: pickList(service, account, listId) };
}

/**
 * Connects a list that `askForList` found.
 * @throws BUSINESS_RULE_VIOLATION `list-connected`, `too-many-lists`
 */
export async function createMailingList(
	services: Services,
	{ organisationId, userId, found }: { organisationId: string; userId: string; found: FoundList },
): Promise<MailingListRow> {
	const { service, account, list } = found;
	const id = newId();
	return services.database.transaction(async (tx) => {
		await lockLists(tx, organisationId, 'alone');
		await refuseAnother(tx, { organisationId, service, host: account.host, list });
		const [row] = await tx
			.insert(mailingLists)
			.values({
				...{ id, organisationId, service, host: account.host, listId: list.id, listName: list.name },
				sealedSettings: sealSettings(services, id, account.settings),
				keyEnding: endingOf(account.settings.apiKey),
				createdBy: userId,
				createdAt: services.clock.now(),
			})
			.returning();
		return row as MailingListRow;
	});
}

/**
 * Gives a list another key, which must reach the same list; whoever does it answers for what is sent from then on. One that stopped goes on.
 * Runs in no transaction of another, as its account is called.
 * @throws as `askForList`; not-found, version conflict (412); BUSINESS_RULE_VIOLATION `another-account`: what is known of contacts, and by
 *   which they are removed, is of the account before
 */
export async function changeListKey(
	services: Services,
	scope: ListScope,
	settings: TypedSettings,
	how: { editor: ListMaker; ifMatch?: number | undefined },
	reach: Reach = realReach,
): Promise<MailingListRow> {
	requireFollowers(how.editor.rights);
	const { service, listId } = await getMailingList(services.database.db, scope);
	const command = {
		organisationId: scope.organisationId,
		rights: how.editor.rights,
		input: { service, settings, listId },
		contacts: await findAddedContacts(services.database.db, scope, mostKnown),
	};
	const { account, list } = await askForList(services, command, reach);
	if (account.isAnother)
		throw ruleViolation(
			'another-account',
			message`This key is of another account, which does not have the contacts of this list. Use a key of the same account, or connect the other list as a new one.`,
		);
	return services.database.transaction(async (tx) => {
		const row = await getMailingList(tx, scope, { isLocked: true });
		if (how.ifMatch !== undefined && how.ifMatch !== row.version) throw versionConflict(row.version);
		await makeDueNow(services, tx, scope);
		const [updated] = await tx
			.update(mailingLists)
			.set({
				...{ host: account.host, listName: list.name, createdBy: how.editor.userId },
				sealedSettings: sealSettings(services, row.id, account.settings),
				keyEnding: endingOf(account.settings.apiKey),
				...(row.state === 'stopped' && { state: 'active' as const, problem: null }),
				...{ failingSince: null, notBefore: null, version: row.version + 1 },
			})
			.where(isList(scope))
			.returning();
		return updated as MailingListRow;
	});
}

/** Disconnects a list: its key and what was noted of its contacts are deleted at once. @throws not-found */
export async function deleteMailingList(services: Services, scope: ListScope): Promise<void> {
	const { db } = services.database;
	await getMailingList(db, scope);
	await db.delete(mailingLists).where(isList(scope));
}

/** What waits for another try is tried as soon as the list goes on. */
export async function makeDueNow(services: Services, tx: Tx, scope: ListScope): Promise<void> {
	const now = services.clock.now();
	await tx
		.update(mailingListContacts)
		.set({ nextAt: now })
		.where(
			and(
				eq(mailingListContacts.organisationId, scope.organisationId),
				eq(mailingListContacts.mailingListId, scope.mailingListId),
				eq(mailingListContacts.state, 'due'),
				gt(mailingListContacts.nextAt, now),
			),
		);
}

/** @throws FEATURE_NOT_AVAILABLE, SUBSCRIPTION_EXPIRED, BUSINESS_RULE_VIOLATION `sandbox` */
async function requireAllowed({ database: { db } }: Services, organisationId: string): Promise<void> {
	if (await isSandbox(db, organisationId))
		throw ruleViolation(
			'sandbox',
			message`A sandbox sends nothing to mailing lists. Connect the list in your organisation itself.`,
		);
	await requireFeature(db, organisationId, 'hasIntegrations');
}

async function refuseAnother(tx: Tx, { organisationId, service, host, list }: Wanted): Promise<void> {
	const rows = await tx
		.select({
			isSame: sql<boolean>`${mailingLists.service} = ${service} AND ${mailingLists.host} = ${host}
				AND ${mailingLists.listId} = ${list.id} AND ${mailingLists.listName} = ${list.name}`,
		})
		.from(mailingLists)
		.where(eq(mailingLists.organisationId, organisationId));
	if (rows.some(({ isSame }) => isSame))
		throw ruleViolation('list-connected', message`This list is connected already. Choose another one.`);
	if (rows.length >= mostMailingLists)
		throw ruleViolation(
			'too-many-lists',
			message`An organisation has at most ${mostMailingLists} mailing lists. Remove one that you no longer need.`,
		);
}

interface Wanted {
	organisationId: string;
	service: MailingService;
	host: string;
	/** Ids of lists count from one in each account at Brevo: the name distinguishes accounts. */
	list: { id: string; name: string };
}

/** Questions of people to accounts under way in this process, and of one organisation: a service that does not answer holds few of them. */
const most = { ofProcess: 64, ofOrganisation: 2 };

const underWay = new Map<string, number>();
let all = 0;

/**
 * Asks an account while somebody waits for the answer.
 * @throws RATE_LIMIT_EXCEEDED while two of the organisation are under way, SERVER_OVERLOADED while 64 are of all
 */
async function askInTurn<T>(organisationId: string, ask: () => Promise<T>): Promise<T> {
	const own = underWay.get(organisationId) ?? 0;
	if (own >= most.ofOrganisation) throw new AppError('RATE_LIMIT_EXCEEDED', { retryAfterSeconds: 10 });
	if (all >= most.ofProcess) throw new AppError('SERVER_OVERLOADED', { retryAfterSeconds: 10 });
	underWay.set(organisationId, own + 1);
	all += 1;
	try {
		return await ask();
	} finally {
		all -= 1;
		const left = (underWay.get(organisationId) ?? 1) - 1;
		if (left === 0) underWay.delete(organisationId);
		else underWay.set(organisationId, left);
	}
}
